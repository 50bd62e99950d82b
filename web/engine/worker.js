// Thinks beside the page, in slices, so that it hears in between that it is to stop.
import init, { Mind, setLanguage } from "../wasm/engine.js";
import { getErrorMessage } from "../app/errors.js";

/** How long it thinks before it listens again, in milliseconds. */
const SLICE = 40;

/** @type {Mind | null} */
let mind = null;
let job = 0;
const ready = init({ module_or_path: new URL("../wasm/engine_bg.wasm", import.meta.url) }).then(() => { mind = new Mind(); });
// A message to itself comes after those that are waiting, and sooner than any timer.
const next = new MessageChannel();
/** Whether such a message is on its way. One is enough, however many orders come before it does. */
let waiting = false;
next.port1.onmessage = () => {
  waiting = false;
  think();
};

/** Goes on thinking after what waits to be heard. */
function goOn() {
  if (waiting) return;
  waiting = true;
  next.port2.postMessage(null);
}

/** @param {import("./engine-client.js").Answer} answer */
function tell(answer) {
  postMessage(answer);
}

function think() {
  if (!mind || job === 0) return;
  try {
    const news = mind.think(SLICE);
    const id = job;
    if (news.done) job = 0;
    tell({ id, news });
    if (!news.done) goOn();
  } catch (error) {
    fail(error);
  }
}

/** @param {unknown} error */
function fail(error) {
  const id = job;
  job = 0;
  tell({ id, error: getErrorMessage(error) });
}

addEventListener("message", async (event) => {
  /** @type {import("./engine-client.js").Order} */
  const order = event.data;
  await ready.catch(() => undefined);
  job = order.id;
  if (!mind) return fail(new Error("The engine could not be loaded."));
  if (order.task === "stop") {
    mind.stop();
    job = 0;
    return;
  }
  try {
    setLanguage(order.language);
    if (order.task === "move") mind.beginMove(order.record, order.player, order.seed);
    else if (order.task === "hint") mind.beginHint(order.record);
    else if (order.task === "lines") mind.beginLines(order.record, order.lines, order.time ?? undefined);
    else mind.beginReview(order.record, order.time);
    think();
  } catch (error) {
    fail(error);
  }
});
