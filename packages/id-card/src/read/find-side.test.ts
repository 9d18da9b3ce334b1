import { expect, test } from "vitest";
import { drawCardPhoto } from "../testing/draw-card-photo.ts";
import type { FoundQr } from "./card-tools.ts";
import { findSide } from "./find-side.ts";
import type { Quad } from "./geometry/straighten.ts";
import { makeMrzTemplates } from "./mrz/read-mrz.ts";
import { withoutPrint } from "./read-sides-print.ts";
import { sortSides } from "./sides.ts";

const text = "001204000017|123456789|Trần Minh Khôi|17032004|Nam|Trâu Quỳ, Gia Lâm, Hà Nội|22082022";
const templates = makeMrzTemplates();
const card: Quad = [
  { x: 100, y: 120 },
  { x: 700, y: 120 },
  { x: 700, y: 498 },
  { x: 100, y: 498 },
];

/** The code of a card of 2021, 12.8 mm wide, 2.5 mm from the right and 2.9 from the top. */
const code = (content: string): FoundQr => ({
  text: content,
  corners: [
    { x: 593, y: 140 },
    { x: 683, y: 140 },
    { x: 683, y: 230 },
    { x: 593, y: 230 },
  ],
});

function find(photo: ReturnType<typeof drawCardPhoto>, codes: readonly FoundQr[]) {
  const tools = { decode: () => Promise.reject(new Error()), findQr: async () => codes, isLate: () => false };
  return findSide(photo, tools, templates);
}

const errorOf = (quad: Quad | undefined) =>
  Math.max(...card.map(({ x, y }, i) => Math.hypot(x - (quad?.[i]?.x ?? 0), y - (quad?.[i]?.y ?? 0))));

test("without a visible edge, the QR code says where the card is, and which way up", async () => {
  const far = card.map(({ x, y }) => ({ x: x - 5_000, y })) as unknown as Quad;
  const found = await find(drawCardPhoto(800, 640, far, 120), [code(text)]);
  expect(found.isTurnKnown).toBe(true);
  expect(errorOf(found.quad)).toBeLessThan(12);
});

test("of the edges of a card and of a sheet below it, the QR code chooses those of the card", async () => {
  const found = await find(drawCardPhoto(800, 640, card, 90), [code(text)]);
  expect(errorOf(found.quad)).toBeLessThan(2);
  // The same edges cannot be those of a card whose code is elsewhere.
  const elsewhere = code(text).corners.map(({ x, y }) => ({ x: x - 300, y: y + 200 }));
  const other = await find(drawCardPhoto(800, 640, card, 90), [
    { text, corners: elsewhere as unknown as FoundQr["corners"] },
  ]);
  expect(errorOf(other.quad)).toBeGreaterThan(100);
});

test("the authority of a card of 2024 is known by law, once its code is read on the back", async () => {
  const photo = drawCardPhoto(800, 640, card, 90);
  const [front, back] = await Promise.all([find(photo, []), find(photo, [code(`${text}|Trần Văn A|`)])]);
  // Only backs have machine-readable lines.
  const mrz = { fields: undefined, score: 0.7, nameScore: 0 };
  const { claims, kind } = withoutPrint(sortSides({ front, back: { ...back, mrz } }));
  expect(kind).toBe("2024");
  expect(claims).toEqual([{ field: "issuedBy", value: "BỘ CÔNG AN", source: "law", confidence: 0.99 }]);
  const byFront = withoutPrint(sortSides({ front: await find(photo, [code(text)]) }));
  expect([byFront.kind, byFront.claims]).toEqual(["2021", []]);
});
