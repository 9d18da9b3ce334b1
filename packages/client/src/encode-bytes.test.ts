import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import type { ImageSource } from "./encode-bytes.ts";
import { imageFromFile } from "./node/index.ts";
import { planClient } from "./testing/plan-client.ts";

const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
const expected = Buffer.from(bytes).toString("base64");

async function sent(frontImage: ImageSource) {
  const { client, bodies, clock } = planClient([Response.json({ success: true })]);
  await clock.run(client.parseIdCard({ frontImage }));
  return JSON.parse(bodies[0] ?? "{}");
}

describe("an image is sent as Base64 if it is", () => {
  test.each([
    ["bytes", bytes],
    ["a view of a larger buffer", new Uint8Array([...new Uint8Array(7), ...bytes]).subarray(7)],
    ["a buffer", bytes.buffer.slice(0)],
    ["a Blob", new Blob([bytes], { type: "image/jpeg" })],
    ["a File", new File([bytes], "front.jpg")],
    ["a Buffer of Node", Buffer.from(bytes)],
  ])("%s", async (_what, image) => {
    expect(await sent(image)).toEqual({ frontImage: expected });
  });

  test("a file on disk", async () => {
    const folder = await mkdtemp(join(tmpdir(), "image-"));
    await writeFile(join(folder, "front.jpg"), bytes);
    expect(await sent(await imageFromFile(join(folder, "front.jpg")))).toEqual({ frontImage: expected });
    await rm(folder, { recursive: true });
  });

  test.each([1, 2, 3, 4])("%d bytes, with padding", async (length) => {
    const few = bytes.subarray(0, length);
    expect(await sent(few)).toEqual({ frontImage: Buffer.from(few).toString("base64") });
  });
});

test("a File of jsdom is sent as its bytes", async () => {
  const { window } = new JSDOM();
  expect(await sent(new window.File([bytes], "front.jpg"))).toEqual({ frontImage: expected });
});

test("a File that cannot be read ends the call with its error, and nothing is sent", async () => {
  const error = new DOMException("The file has changed.", "NotReadableError");
  const frontImage = Object.assign(new Blob([bytes]), { arrayBuffer: () => Promise.reject(error) });
  const { client, requests } = planClient([]);
  await expect(client.parseIdCard({ frontImage })).rejects.toBe(error);
  expect(requests).toEqual([]);
});

test("sends all three images in their fields", async () => {
  const { client, bodies, clock } = planClient([Response.json({ success: true })]);
  const images = {
    frontImage: new Uint8Array([1]),
    backImage: new Uint8Array([2]),
    portraitImage: new Uint8Array([3]),
  };
  await clock.run(client.parseIdCard(images));
  expect(JSON.parse(bodies[0] ?? "")).toEqual({
    frontImage: "AQ==",
    backImage: "Ag==",
    portraitImage: "Aw==",
  });
});

test("sends an image of 8 MB, and rejects one byte more before the request", async () => {
  const largest = new Uint8Array(8_000_000);
  expect((await sent(largest)).frontImage).toHaveLength(10_666_668);
  const { client, requests } = planClient([]);
  const images = { frontImage: new Uint8Array([1]), backImage: new Uint8Array(largest.length + 1) };
  await expect(client.parseIdCard(images)).rejects.toMatchObject({
    kind: "invalid",
    fieldErrors: { backImage: ["backImage has over 8 MB."] },
  });
  expect(requests).toHaveLength(0);
});

test("what is Base64 already is sent as it is, and what is left out is not sent", async () => {
  const { client, bodies, clock } = planClient([Response.json({ success: true })]);
  await clock.run(client.parseIdCard({ frontImage: "AQ==", backImage: undefined }));
  expect(JSON.parse(bodies[0] ?? "")).toEqual({ frontImage: "AQ==" });
});
