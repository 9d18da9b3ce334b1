import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { beforeAll, expect, it, vi } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Severity } from "./card.ts";
import { makeDice } from "./dice.ts";
import { makeCard, printFor } from "./make-card.ts";

// Drawing takes a second or two of a core, and several on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** Made once for all tests. */
const scanned = {
  "2021": makeCard({ seed: 3, kind: "2021", severity: "clean" }),
  "2024": makeCard({ seed: 3, kind: "2024", severity: "clean" }),
};

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

it("makes the same bytes for the same order", () => {
  const order = { seed: 11, kind: "2021", severity: "low-resolution" } as const;
  const first = makeCard(order);
  const second = makeCard(order);
  expect(Buffer.compare(first.front, second.front)).toBe(0);
  expect(Buffer.compare(first.back, second.back)).toBe(0);
});

it("makes another person for another seed, and the same person for every severity", () => {
  const personOf = (seed: number, severity: Severity) =>
    printFor({ seed, kind: "2024", severity }, makeDice(`tuning/2024/${seed}`)).truth;
  expect(personOf(12, "phone").idNumber).not.toBe(personOf(11, "phone").idNumber);
  expect(personOf(11, "bad")).toEqual(personOf(11, "phone"));
});

it.each([
  ["2021", "front"],
  ["2024", "back"],
] as const)(
  "prints a code on the card of %s that another's decoder reads from the scanned %s",
  async (kind, side) => {
    expect(await decode(scanned[kind][side])).toBe(scanned[kind].qrText);
  },
);

it("makes a destroyed code unreadable", async () => {
  const card = makeCard({ seed: 4, kind: "2021", severity: "phone", qr: "destroyed" });
  expect(await decode(card.front)).toBeUndefined();
});

it.each(["2021", "2024"] as const)("gives the complete truth about the card of %s", (kind) => {
  const { truth } = scanned[kind];
  expect(truth).toEqual({
    idNumber: expect.stringMatching(/^0\d{11}$/),
    fullName: expect.stringMatching(/^\p{Lu}+( \p{Lu}+)+$/u),
    dateOfBirth: expect.stringMatching(/^\d\d\/\d\d\/(19|20)\d\d$/),
    sex: expect.stringMatching(/^(Nam|Nữ)$/),
    nationality: "Việt Nam",
    placeOfOrigin: expect.stringContaining(", "),
    placeOfResidence: expect.stringContaining(", "),
    dateOfExpiry: expect.stringMatching(/^(\d\d\/\d\d\/20\d\d|Không thời hạn)$/),
    dateOfIssue: expect.stringMatching(/^\d\d\/\d\d\/202\d$/),
    issuedBy: kind === "2021" ? "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI" : "BỘ CÔNG AN",
  });
  for (const value of Object.values(truth)) expect(value).toBe(value.normalize("NFC").replaceAll(/ +/g, " "));
});

it("stores rotated pixels with an EXIF orientation", () => {
  const { front } = makeCard({ seed: 2, kind: "2021", severity: "low-resolution", isTurnedByExif: true });
  expect([...front.subarray(0, 4)]).toEqual([0xff, 0xd8, 0xff, 0xe1]);
  expect(new TextDecoder().decode(front.subarray(6, 10))).toBe("Exif");
  expect([3, 6, 8]).toContain(front[31]);
});

it("rejects an invalid seed, and EXIF rotation of a PNG", () => {
  expect(() => makeCard({ seed: -1, kind: "2021", severity: "clean" })).toThrow("whole number from 0");
  expect(() =>
    makeCard({ seed: 1, kind: "2021", severity: "clean", encoding: "png", isTurnedByExif: true }),
  ).toThrow("Only a JPEG");
});

async function decode(bytes: Uint8Array): Promise<string | undefined> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, image.width, image.height);
  const [found] = await readBarcodes(pixels as never, { formats: ["QRCode"], tryHarder: true });
  return found?.text;
}
