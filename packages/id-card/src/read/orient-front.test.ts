import { expect, test } from "vitest";
import type { CardTools, FoundPrint } from "./card-tools.ts";
import type { FoundSide } from "./find-side.ts";
import { orientFront } from "./read-sides-print.ts";

const found: FoundSide = {
  // With strokes in lines, because a line without ink is not passed to OCR.
  photo: { width: 1_000, height: 630, data: new Uint8Array(630_000).map((_, i) => strokeAt(i)) },
  qr: undefined,
  mrz: undefined,
  quad: [
    { x: 0, y: 0 },
    { x: 999, y: 0 },
    { x: 999, y: 629 },
    { x: 0, y: 629 },
  ],
  quadScore: 0.9,
  isFrame: false,
  smallness: "none",
  quality: undefined,
  isTurnKnown: false,
  cardCount: 0,
};

function strokeAt(index: number): number {
  const isLine = Math.floor(index / 1_000) % 35 < 18;
  return isLine && index % 10 < 2 ? 60 : 200;
}

/** Orients a front on which OCR returns the same for every zone, and counts the zones that were read. */
async function orient(quadScore: number, print: FoundPrint, photo = found.photo) {
  let count = 0;
  const recognise = async () => {
    count += 1;
    return print;
  };
  const tools = { decode: () => Promise.reject(new Error()), findQr: async () => [], isLate: () => false };
  const oriented = await orientFront({ ...found, photo, quadScore }, undefined, undefined, {
    ...tools,
    recognise,
  });
  return { oriented, count };
}

test("a picture that is cropped to its card is a card if its number is read with confidence", async () => {
  const { oriented } = await orient(0.5, { text: "Số: 001204000017", confidence: 0.8 });
  expect(oriented?.kind).toBe("2021");
});

test("half a number is enough if the edges of a card were found, but not with the border of the picture alone", async () => {
  const half = { text: "001204 0", confidence: 0.3 };
  expect((await orient(0.9, half)).oriented?.number).toEqual(half);
  expect((await orient(0.5, half)).oriented).toBeUndefined();
});

test("a number that is legible upside down too is chosen by the MRZ, or by its confidence", async () => {
  const upright = { text: "026065262800", confidence: 0.9 };
  const turned = { text: "008292590920", confidence: 0.8 };
  const orientTurned = async (numberKnown: string | undefined, kind?: "2024") => {
    const read: FoundPrint[] = [turned, turned, turned, upright];
    const recognise = async () => read.shift() ?? upright;
    const tools = { decode: () => Promise.reject(new Error()), findQr: async () => [], isLate: () => false };
    return orientFront(found, kind, numberKnown, { ...tools, recognise });
  };
  for (const oriented of [
    await orientTurned("026065262800", "2024"),
    // Up to three digits may be misread.
    await orientTurned("026065262811"),
    await orientTurned(undefined),
  ]) {
    expect(oriented?.number).toEqual(upright);
    expect(oriented?.quad[0]).toEqual(found.quad?.[2]);
  }
  // If the MRZ is of another card, the reading with more confidence is returned, which contradicts the MRZ later.
  expect((await orientTurned("001204000017"))?.number).toEqual(upright);
});

test("no number is searched on a pattern", async () => {
  expect((await orient(0.43, { text: "001204000017", confidence: 0.8 })).count).toBe(0);
});

test("a zone without ink is not passed to OCR", async () => {
  const photo = { ...found.photo, data: new Uint8Array(630_000).fill(200) };
  expect(await orient(0.9, { text: "001204000017", confidence: 0.9 }, photo)).toEqual({
    oriented: undefined,
    count: 0,
  });
});

test("the kind is that of the title, or by the label before the number", async () => {
  const kindBy = async (number: string, title: string) => {
    const recognise: CardTools["recognise"] = async (_, kind) => ({
      text: kind === "line" ? number : title,
      confidence: 0.9,
    });
    const tools = { decode: () => Promise.reject(new Error()), findQr: async () => [], isLate: () => false };
    const oriented = await orientFront(found, undefined, undefined, { ...tools, recognise });
    return [oriented?.kind, oriented?.isKindKnown];
  };
  expect(await kindBy("Số / No.: 001204003417", "CĂN CƯỚC CÔN DÂN")).toEqual(["2021", true]);
  expect(await kindBy("001204003417", "CĂN CƯỚC\nIDENTITY CARD")).toEqual(["2024", false]);
  expect(await kindBy("001204003417 |", "Số định danh cá nhân / Personal idenlification")).toEqual([
    "2024",
    true,
  ]);
  expect(await kindBy("Số / No.: 001204003417", "~~")).toEqual(["2021", false]);
  expect(await kindBy("Số / No.: 001204003417", "CĂN CƯỚC")).toEqual(["2021", false]);
});

test("a label shows the orientation where the number is not legible", async () => {
  const texts = ["~~", "~~", "~~", "Họ và tên / Full name:", "0012", "~~"];
  const tools = { decode: () => Promise.reject(new Error()), findQr: async () => [], isLate: () => false };
  const recognise = async () => ({ text: texts.shift() ?? "~~", confidence: 0.5 });
  const oriented = await orientFront(found, "2021", undefined, { ...tools, recognise });
  expect(oriented?.quad[0]).toEqual(found.quad?.[2]);
});
