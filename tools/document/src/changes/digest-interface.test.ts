import { expect, test } from "vitest";
import { plantDocument } from "./planted.ts";
import { digestInterface } from "./trace-pointer.ts";

const digest = digestInterface(plantDocument());

test("A digest names its algorithm, as a decision record writes it", () => {
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test("Words, the order of members and what is said by default leave the digest alone", () => {
  const reworded = plantDocument({
    "description: An order.": "description: One order.",
    "summary: List orders": "summary: Show orders\n      security: []",
    "id: { type: string }": "id: { examples: [a], type: string }",
    "required: [symbol, lots]": "required: [lots, symbol]",
    "openapi: 3.1.1": "openapi: 3.1.2",
  });
  expect(digestInterface(reworded)).toBe(digest);
});

test("Whatever programs depend on moves the digest", () => {
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

test("A property that is called description is no words", () => {
  const named = plantDocument({
    "        id: { type: string }\n": "        description: { type: string }\n",
  });
  expect(digestInterface(named)).not.toBe(digest);
});
