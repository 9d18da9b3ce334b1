import { expect, test } from "vitest";
import type { FoundPrint } from "./card-tools.ts";
import type { FoundSide } from "./find-side.ts";
import { placeFront } from "./read-sides-print.ts";

const found: FoundSide = {
  // With strokes all over, for what has no ink is not read.
  photo: { width: 1_000, height: 630, data: new Uint8Array(630_000).map((_, i) => (i % 10 < 2 ? 60 : 200)) },
  qr: undefined,
  mrz: undefined,
  quad: [
    { x: 0, y: 0 },
    { x: 999, y: 0 },
    { x: 999, y: 629 },
    { x: 0, y: 629 },
  ],
  quadScore: 0.9,
  isTurnKnown: false,
  cardCount: 0,
};

/** Places a front on which every zone reads alike, and counts how many were read. */
async function place(quadScore: number, print: FoundPrint, photo = found.photo) {
  let count = 0;
  const recognise = async () => {
    count += 1;
    return print;
  };
  const tools = { decode: () => Promise.reject(new Error()), findQr: async () => [], isLate: () => false };
  const placed = await placeFront({ ...found, photo, quadScore }, undefined, undefined, {
    ...tools,
    recognise,
  });
  return { placed, count };
}

test("A picture that ends where its card does is a card once its number is sure", async () => {
  const { placed } = await place(0.5, { text: "Số: 001204000017", confidence: 0.8 });
  expect(placed?.kind).toBe("2021");
});

test("Half a number is enough where edges speak for a card, and not where a picture's border is all there is", async () => {
  const half = { text: "001204 0", confidence: 0.3 };
  expect((await place(0.9, half)).placed?.kind).toBe("2021");
  expect((await place(0.5, half)).placed).toBeUndefined();
});

test("A number that is one upside down as well is taken as the codes have it, or as it is read more surely", async () => {
  const upright = { text: "026065262800", confidence: 0.9 };
  const turned = { text: "008292590920", confidence: 0.8 };
  const placeTurned = async (numberKnown: string | undefined, kind?: "2024") => {
    const read: FoundPrint[] = [turned, ...(kind === undefined ? [turned] : []), upright, upright];
    const recognise = async () => read.shift() ?? upright;
    const tools = { decode: () => Promise.reject(new Error()), findQr: async () => [], isLate: () => false };
    return placeFront(found, kind, numberKnown, { ...tools, recognise });
  };
  for (const placed of [
    await placeTurned("026065262800", "2024"),
    // A digit or two may be misread.
    await placeTurned("026065262811"),
    await placeTurned(undefined),
  ]) {
    expect(placed?.number).toEqual(upright);
    expect(placed?.quad[0]).toEqual(found.quad?.[2]);
  }
  // Of somebody else's card the surer one is told, for the number to be doubted.
  expect((await placeTurned("001204000017"))?.number).toEqual(upright);
});

test("On a pattern no number is looked for", async () => {
  expect((await place(0.43, { text: "001204000017", confidence: 0.8 })).count).toBe(0);
});

test("Where no ink is nothing is handed to recognition", async () => {
  const photo = { ...found.photo, data: new Uint8Array(630_000).fill(200) };
  expect(await place(0.9, { text: "001204000017", confidence: 0.9 }, photo)).toEqual({
    placed: undefined,
    count: 0,
  });
});
