import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sliced } from "./documents.ts";

test.each([0, 1, 262_144, 262_145, 327_680, 5_000_001])("%i bytes arrive as they were", async (length) => {
  const body = new Uint8Array(randomBytes(length));
  expect(Buffer.from(await new Response(sliced(body)).arrayBuffer()).equals(body)).toBe(true);
});

test.each([
  [262_144, [262_144]],
  [262_145, [65_536, 65_536, 65_536, 65_536, 1]],
])("%i bytes are sent in slices of %j", async (length, sizes) => {
  const sent: number[] = [];
  const { body } = new Response(sliced(new Uint8Array(length)));
  if (body !== null) for await (const slice of body) sent.push(slice.length);
  expect(sent).toEqual(sizes);
});
