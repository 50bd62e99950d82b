// Short sounds, made here so that nothing has to be fetched.
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** A tone that dies away. @param {number} pitch @param {number} length @param {number} [delay] */
function tone(pitch, length, delay = 0) {
  context ??= new AudioContext();
  const begin = context.currentTime + delay;
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0.18 });
  volume.gain.setValueAtTime(0.18, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + length);
}

/** @param {"step" | "turn" | "end" | "refused"} what */
export function play(what) {
  if (!settings.sound) return;
  if (what === "step") tone(520, 0.08);
  else if (what === "turn") { tone(390, 0.09); tone(290, 0.12, 0.05); }
  else if (what === "refused") tone(150, 0.18);
  else { tone(392, 0.3); tone(494, 0.3, 0.15); tone(587, 0.5, 0.3); }
}
