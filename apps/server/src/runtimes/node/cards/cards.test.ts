import { expect, onTestFinished, test } from "vitest";
import { type BodyReaderOptions, openBodyReader } from "./cards.ts";

/**
 * A worker that treats the first byte of a body as an image, never returns for a body that begins with h,
 * and runs out of memory for one that begins with m.
 */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id, buffer }) => {
      const first = String.fromCharCode(new Uint8Array(buffer)[0]);
      const kept = [];
      while (first === "m") kept.push({ kept: [kept.length] });
      while (first === "h") continue;
      parentPort.postMessage({ id, taken: { value: { front: buffer.slice(0, 1) } } });
    });
  `)}`,
);

function open(options: BodyReaderOptions) {
  const ended: unknown[] = [];
  const reader = openBodyReader({ program, onEnded: (thrown) => void ended.push(thrown), ...options });
  onTestFinished(() => reader.stop());
  return {
    ended,
    take: (first: string) => reader.takeImagesInThread(new Uint8Array(70_000).fill(first.charCodeAt(0))),
  };
}

const imageOf = (first: string) => ({ value: { front: Uint8Array.of(first.charCodeAt(0)) } });

const comeAgain = { failure: { code: "cards_queue_full" } };

test("terminates the thread for a body that takes too long; waiting requests may retry, and the next body gets a new thread", async () => {
  const { take, ended } = open({ bodyMsMax: 2_000 });
  expect(await take("a")).toEqual(imageOf("a"));
  const [hanging, waiting] = [take("h"), take("b")];
  expect([await hanging, await waiting]).toEqual([comeAgain, comeAgain]);
  expect(await take("c")).toEqual(imageOf("c"));
  expect(ended).toEqual([new Error("A body took too long.")]);
});

test("survives a body that exhausts the memory of the thread", async () => {
  const { take, ended } = open({ heapMbMax: 32, bodyMsMax: 50_000 });
  expect(await take("m")).toEqual(comeAgain);
  expect(await take("a")).toEqual(imageOf("a"));
  expect(ended).toEqual([expect.objectContaining({ code: "ERR_WORKER_OUT_OF_MEMORY" })]);
});
