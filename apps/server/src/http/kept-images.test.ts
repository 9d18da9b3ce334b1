import { expect, test } from "vitest";
import type { LogEntry } from "../log-and-trace.ts";
import { openMetrics } from "../runtimes/node/observe/metrics.ts";
import { type AskedImage, type FindImage, type ImageService, serveImages } from "./kept-images.ts";
import { makeMemoryBudget } from "./memory-budget.ts";
import { openApp } from "./middleware.ts";
import { limitMinute } from "./rate-limits.ts";

const link = "/cards/1795057200-0a/front?expires=1794971400&signature=planted-signature";
const image = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);

function plan(findImage: FindImage, given: Partial<ImageService> = {}) {
  const logged: LogEntry[] = [];
  const corsOrigins = new Set<string>();
  const app = openApp({
    log: (entry) => void logged.push(entry),
    metrics: openMetrics(),
    recordSpan: undefined,
    corsOrigins,
    now: () => 0,
    monotonicMs: () => 0,
    makeId: () => "0af7651916cd43dd8448eb211c80319c",
    makeSpanId: () => "00f067aa0ba902b7",
  });
  serveImages(app, { findImage, corsOrigins, ...given });
  return { app, logged };
}

test("serves an image by its link and forbids caching", async () => {
  const asked: AskedImage[] = [];
  const { app } = plan(async (each) => {
    asked.push(each);
    return { mediaType: "image/jpeg", image };
  });
  const answer = await app.request(link);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(image);
  const headers = ["content-type", "cache-control", "referrer-policy", "x-content-type-options"];
  expect([answer.status, ...headers.map((name) => answer.headers.get(name))]).toEqual([
    200,
    "image/jpeg",
    "private, no-store",
    "no-referrer",
    "nosniff",
  ]);
  expect(asked).toEqual([
    { cardId: "1795057200-0a", side: "front", expires: "1794971400", signature: "planted-signature" },
  ]);
  const head = await app.request(link, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    "image/jpeg",
    0,
  ]);
});

test("answers an invalid link exactly like an unknown path", async () => {
  const { app } = plan(async () => undefined);
  const answers = [];
  for (const path of [
    link,
    "/cards/1/front",
    "/cards/%zz/%00",
    "/cards/1/back?expires=1",
    "/nothing/at/all",
  ]) {
    const answer = await app.request(path);
    answers.push([answer.status, Object.fromEntries(answer.headers), await answer.text()]);
  }
  expect(answers[0]?.[0]).toBe(404);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test("never logs the card id or the signature of a link", async () => {
  for (const findImage of [
    async () => undefined,
    async () => ({ mediaType: "image/jpeg", image }),
    () => Promise.reject(new Error("away")),
  ]) {
    const { app, logged } = plan(findImage);
    await app.request(link);
    expect(logged.at(-1)).toMatchObject({ event: "request", operation: "images" });
    expect(JSON.stringify(logged)).not.toMatch(/1795057200|planted|front/);
  }
});

test("limits requests per address, with valid and invalid links; other addresses are not affected", async () => {
  let asked = 0;
  const findImage = async () => {
    asked += 1;
    return undefined;
  };
  const limiter = limitMinute(2, () => 43_000);
  const addressOf: ImageService["addressOf"] = ({ headers }) => headers.get("x-from") ?? "";
  const { app } = plan(findImage, { limiter, addressOf });
  const from = async (who: string) => (await app.request(link, { headers: { "x-from": who } })).status;
  expect([await from("one"), await from("one"), await from("one"), await from("other")]).toEqual([
    404, 404, 429, 404,
  ]);
  const refused = await app.request(link, { headers: { "x-from": "one" } });
  expect([refused.headers.get("retry-after"), asked]).toEqual(["17", 3]);
});

test("rejects a request while images being sent fill the memory budget", async () => {
  const sent: (() => void)[] = [];
  const reserveMemory = makeMemoryBudget({ bytesMax: 25 }, () => 0);
  const whenSent = (_surroundings: unknown, done: () => void) => {
    sent.push(done);
    return () => {};
  };
  const { app } = plan(async () => ({ mediaType: "image/jpeg", image }), {
    reserveMemory,
    imageBytesMax: 10,
    whenSent,
  });
  const statusOf = async () => (await app.request(link)).status;
  // Each image has 6 bytes, and reading starts only if 10 bytes are free.
  expect([await statusOf(), await statusOf(), await statusOf(), await statusOf()]).toEqual([
    200, 200, 200, 503,
  ]);
  expect((await app.request(link)).headers.get("retry-after")).toBe("1");
  sent[0]?.();
  expect(await statusOf()).toBe(200);
});

test("slow readers of one address use its share alone; others are served, and slow answers are aborted for them", async () => {
  const aborted: number[] = [];
  let sentCount = 0;
  const { app } = plan(async () => ({ mediaType: "image/jpeg", image }), {
    reserveMemory: makeMemoryBudget({ bytesMax: 26, senderBytesMax: 16 }, () => 0),
    imageBytesMax: 10,
    addressOf: ({ headers }) => headers.get("x-from") ?? "",
    whenSent: () => {
      const index = sentCount++;
      return () => void aborted.push(index);
    },
  });
  const from = async (who: string) => (await app.request(link, { headers: { "x-from": who } })).status;
  // Each image has 6 bytes, and reading starts only if 10 bytes are free.
  expect([await from("a"), await from("a"), await from("a")]).toEqual([200, 200, 503]);
  expect([await from("b"), await from("c"), aborted]).toEqual([200, 200, [0]]);
});

test("releases the memory of an invalid link and of a failure", async () => {
  const findImages = [async () => undefined, () => Promise.reject(new Error("away"))];
  for (const findImage of findImages) {
    const { app } = plan(findImage, {
      reserveMemory: makeMemoryBudget({ bytesMax: 10 }, () => 0),
      imageBytesMax: 10,
    });
    const statuses = [(await app.request(link)).status, (await app.request(link)).status];
    expect(statuses).not.toContain(503);
  }
});

test("rejects other methods and lists the allowed ones", async () => {
  const { app } = plan(async () => undefined);
  const answer = await app.request(link, { method: "DELETE" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});
