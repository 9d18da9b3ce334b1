import { expect, test } from "vitest";
import { createCardWorker } from "./create-card-worker.ts";

const address = "https://oms.test/api/v2/chat/api/id-card";

/** Stands for the Images binding, which these tests never call. */
const decoder = { input: () => ({}) };

function start(waitUntil: (work: Promise<unknown>) => void = () => {}) {
  const lines: Record<string, unknown>[] = [];
  const worker = createCardWorker({
    // These tests never decode a code.
    modules: { zxing: {}, jpeg: {} },
    waitUntil,
    writeLine: (line) => void lines.push(JSON.parse(line)),
  });
  const ask = (init: RequestInit, environment: object = { IMAGE_DECODER: decoder }) =>
    worker.fetch(new Request(address, init), { ...environment });
  return { ask, lines };
}

test("answers 503 and logs the fault if a setting is faulty", async () => {
  const { ask, lines } = start();
  const { status } = await ask({ method: "POST" }, { RATE_LIMIT_CARDS: "many" });
  expect(status).toBe(503);
  expect(lines[0]).toMatchObject({
    event: "invalid settings",
    faults: 'RATE_LIMIT_CARDS has to be a whole number from 0 to 1000000, not "many".',
  });
});

test("reads no card if a bucket is bound without keys, URL, purpose or consent", async () => {
  const { ask, lines } = start();
  const given = { IMAGES: { put: () => {} }, IMAGES_PURPOSE: "a doubtful card" };
  expect((await ask({ method: "POST" }, given)).status).toBe(503);
  expect(lines[0]?.["faults"]).toBe(
    "IMAGES keeps images, so that IMAGES_KEYS, IMAGES_URL, IMAGES_CONSENT have to be set as well.",
  );
});

const imageTexts = { IMAGES_PURPOSE: "p", IMAGES_CONSENT: "c", IMAGES_URL: "https://images.test" };

test.each([
  ["no bucket at all", {}, "no bucket is bound for them as IMAGES (r2_buckets)."],
  ["a name in its place", { IMAGES: "trading-oms-images" }, "IMAGES is no bucket of R2"],
  ["keys that are none", { IMAGES: { put: () => {} } }, "IMAGES_KEYS: It is not valid JSON."],
  [
    "an address that others on the way can hear",
    { IMAGES: { put: () => {} }, IMAGES_URL: "http://images.test" },
    "IMAGES_URL has to be an address such as https://",
  ],
])("stores no images with %s", async (_what, given, fault) => {
  const { ask, lines } = start();
  const texts = { ...imageTexts, IMAGES_KEYS: "planted-secret", ...given };
  expect((await ask({ method: "POST" }, texts)).status).toBe(503);
  expect(lines[0]?.["faults"]).toContain(fault);
  expect(JSON.stringify(lines)).not.toContain("planted-secret");
});

test("reads a body of 12,000,000 bytes and rejects one byte more", async () => {
  const { ask } = start();

  const send = (byteCount: number) => ask({ method: "POST", headers, body: " ".repeat(byteCount) });
  expect((await send(12_000_000)).status).toBe(400);
  expect((await send(12_000_001)).status).toBe(413);
});

const headers = { "content-type": "application/json" };

/** A body of this many bytes that has not ended yet. */
function sendSlowly(byteCount: number) {
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(byteCount).fill(0x20));
      end = () => controller.close();
    },
  });
  return { init: { method: "POST", headers, body, duplex: "half" } as RequestInit, end: () => end() };
}

test("limits concurrent bodies to 16,000,000 bytes together, and releases the memory after the answers", async () => {
  const { ask } = start();
  const first = sendSlowly(11_000_000);
  const pending = ask(first.init);
  await new Promise((settle) => setTimeout(settle, 20));
  const others = { ...headers, "cf-connecting-ip": "192.0.2.2" };
  const send = (byteCount: number) => ask({ method: "POST", headers: others, body: " ".repeat(byteCount) });
  expect((await send(5_000_000)).status).toBe(400);
  expect((await send(5_000_001)).status).toBe(503);
  first.end();
  expect((await pending).status).toBe(400);
  expect((await send(12_000_000)).status).toBe(400);
});

test("rejects other bodies with Retry-After while a card is read", async () => {
  let pullCount = 0;
  const pull = () => {
    pullCount += 1;
  };
  const body = () => new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  const frontImage = plantPng(8, 8).toString("base64");
  const answers: Promise<Response>[] = [];
  const { ask } = start(() => {
    answers.push(ask({ method: "POST", headers, body: body(), duplex: "half" } as RequestInit));
  });
  const first = await ask({ method: "POST", headers, body: JSON.stringify({ frontImage }) });
  expect(first.status).toBe(500);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503]);
  expect(pullCount).toBe(0);
  // The reading has ended, so the isolate is no longer kept alive for it.
  expect((await ask({ method: "POST", headers, body: "{}" })).status).toBe(400);
});

test("reads no card without an image decoder, and says so in answer and log", async () => {
  const { ask, lines } = start();
  const answer = await ask({ method: "POST", headers, body: "{}" }, {});
  expect([answer.status, answer.headers.get("retry-after"), (await answer.json()).message]).toEqual([
    503,
    "3600",
    "Identity cards are not read on this deployment. Send them to one that reads them.",
  ]);
  expect(lines[0]).toMatchObject({
    level: "error",
    event: "card reading disabled",
    why: "Neither is an Images binding bound as IMAGE_DECODER (images in the configuration), nor CARD_READER_URL set.",
  });
});

test("reports a binding that is not an Images binding", async () => {
  const { ask, lines } = start();
  expect((await ask({ method: "POST", headers, body: "{}" }, { IMAGE_DECODER: "images" })).status).toBe(503);
  expect(lines[0]?.["faults"]).toContain("IMAGE_DECODER is no Images binding");
});

test("rejects an image that is too large for an isolate by its field, including the portrait", async () => {
  const { ask } = start();
  const large = Buffer.concat([plantPng(64, 64), Buffer.alloc(5_999_961)]).toString("base64");
  const sound = plantPng(64, 64).toString("base64");
  const message = "the image has more than 6,000,000 bytes; send a smaller one";
  for (const field of ["frontImage", "backImage", "portraitImage"]) {
    const body = JSON.stringify({ frontImage: sound, [field]: large });
    const answer = await ask({ method: "POST", headers, body });
    expect([answer.status, (await answer.json()).details]).toEqual([400, [{ field, message }]]);
  }
});

/** The part of a PNG that is validated. */
function plantPng(width: number, height: number): Buffer {
  const png = Buffer.alloc(40);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

test("rejects other methods than POST and lists the allowed ones", async () => {
  const { ask } = start();
  const answer = await ask({ method: "DELETE" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
});

test("reports an undecodable card as failed, and logs nothing of its content", async () => {
  const { ask, lines } = start();
  const frontImage = plantPng(8, 8).toString("base64");
  const answer = await ask({ method: "POST", headers, body: JSON.stringify({ frontImage }) });
  expect(answer.status).toBe(500);
  expect(lines.map(({ event }) => event)).toEqual(["card worker crashed", "request"]);
  expect(JSON.stringify(lines)).not.toContain(frontImage);
});
