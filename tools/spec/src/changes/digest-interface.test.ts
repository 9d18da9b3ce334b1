import { expect, test } from "vitest";
import { plantDocument } from "./testing/planted.ts";
import { digestInterface } from "./trace-pointer.ts";

const digest = digestInterface(plantDocument());

test("prefixes a digest with its algorithm, as in decision records", () => {
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test("does not change the digest for texts, the order of members or explicit defaults", () => {
  const reworded = plantDocument({
    "description: An order.": "description: One order.",
    "summary: List orders": "summary: Show orders\n      security: []",
    "id: { type: string }": "id: { examples: [a], type: string }",
    "required: [symbol, lots]": "required: [lots, symbol]",
    "openapi: 3.1.1": "openapi: 3.1.2",
  });
  expect(digestInterface(reworded)).toBe(digest);
});

test("changes the digest for everything that programs depend on", () => {
  const pieces = [
    { "default: 50": "default: 51" },
    { "x-normalize: [NFC]": "x-normalize: [NFD]" },
    { "required: true, schema": "required: false, schema" },
    { "version: 1.0.24": "version: 1.0.25" },
    { "scheme: bearer }": "scheme: basic }" },
  ];
  const digests = pieces.map((piece) => digestInterface(plantDocument(piece)));
  expect(new Set([digest, ...digests]).size).toBe(6);
});

test("includes a property named description in the digest", () => {
  const named = plantDocument({
    "        id: { type: string }\n": "        description: { type: string }\n",
  });
  expect(digestInterface(named)).not.toBe(digest);
});
