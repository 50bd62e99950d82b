// Short sounds, synthesized so that there is nothing to download.
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Plays a tone that fades out. @param {number} pitch @param {number} length @param {number} [delay] */
function playTone(pitch, length, delay = 0) {
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

/** @param {"step" | "turn" | "end" | "rejected"} sound */
export function playSound(sound) {
  if (!settings.sound) return;
  if (sound === "step") playTone(520, 0.08);
  else if (sound === "turn") { playTone(390, 0.09); playTone(290, 0.12, 0.05); }
  else if (sound === "rejected") playTone(150, 0.18);
  else { playTone(392, 0.3); playTone(494, 0.3, 0.15); playTone(587, 0.5, 0.3); }
}
