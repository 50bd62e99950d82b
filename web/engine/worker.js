// The engine's worker. It searches in slices and reads its messages in between.
import init, { Engine, setLanguage } from "../wasm/engine.js";
import { getErrorMessage } from "../app/format.js";

const SLICE_MS = 40;

/** @type {Engine | null} */
let engine = null;
let currentId = 0;
const ready = init({ module_or_path: new URL("../wasm/engine_bg.wasm", import.meta.url) }).then(() => { engine = new Engine(); });
// Requests say so if the engine could not be loaded.
ready.catch(() => undefined);
// A message to itself arrives after the messages that are waiting, and sooner than any timer.
const channel = new MessageChannel();
/** Whether such a message is on its way. One is enough for any number of requests. */
let isScheduled = false;
channel.port1.onmessage = () => {
  isScheduled = false;
  runSlice();
};

/** Searches the next slice after the waiting messages. */
function scheduleSlice() {
  if (isScheduled) return;
  isScheduled = true;
  channel.port2.postMessage(null);
}

/** @param {import("./engine-client.js").EngineResponse} response */
function respond(response) {
  postMessage(response);
}

function runSlice() {
  if (!engine || currentId === 0) return;
  try {
    const update = engine.runSlice(SLICE_MS);
    const id = currentId;
    if (update.done) currentId = 0;
    respond({ id, update });
    if (!update.done) scheduleSlice();
  } catch (error) {
    respondError(error);
  }
}

/** @param {unknown} error */
function respondError(error) {
  const id = currentId;
  currentId = 0;
  respond({ id, error: getErrorMessage(error) });
}

addEventListener("message", async (event) => {
  /** @type {import("./engine-client.js").EngineRequest} */
  const request = event.data;
  await ready.catch(() => undefined);
  currentId = request.id;
  if (!engine) {
    currentId = 0;
    return respond({ id: request.id, errorKey: "engine-not-loaded" });
  }
  if (request.task === "stop") {
    engine.stop();
    currentId = 0;
    return;
  }
  try {
    setLanguage(request.language);
    if (request.task === "move") engine.startMove(request.record, request.player, request.seed);
    else if (request.task === "hint") engine.startHint(request.record);
    else if (request.task === "lines") engine.startLines(request.record, request.lines, request.time ?? undefined);
    else engine.startReview(request.record, request.time);
    runSlice();
  } catch (error) {
    respondError(error);
  }
});
