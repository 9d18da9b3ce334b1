import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp, { type OverlayOptions } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { drawMrz } from "../testing/draw-mrz.ts";
import { type CardReader, openCardReader } from "./open-card-reader.ts";

const qrText =
  "001204000017|123456789|Trần Minh Khôi|17032004|Nam|Số 12, ngõ 34 đường Ngô Xuân Quảng, Trâu Quỳ, Gia Lâm, Hà Nội|22082022";
const mrzLines = [
  "IDVNM2040000178001204000017<<9",
  "0403173M2903172VNM<<<<<<<<<<<8",
  "TRAN<<MINH<KHOI<<<<<<<<<<<<<<<",
];

let reader: CardReader;
let front: Uint8Array;
let back: Uint8Array;

beforeAll(async () => {
  reader = await openCardReader({ recogniserCount: 1 });
  const path = createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm");
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  front = await drawFront(qrText);
  back = await drawBack();
});

afterAll(() => reader.close());

/** A blank card on a table, with a QR code where cards of 2021 have it. */
async function drawFront(text: string): Promise<Uint8Array> {
  const { image } = await writeBarcode(text, { format: "QRCode", scale: 3 });
  const code = await sharp(new Uint8Array((await image?.arrayBuffer()) ?? new ArrayBuffer(0)))
    .resize(150, 150)
    .png()
    .toBuffer();
  return drawOnTable([{ input: code, left: 830, top: 35 }]);
}

async function drawBack(): Promise<Uint8Array> {
  const plain = { left: 36, top: 290, pitch: 20, slope: 0, grain: 0, ink: 30, paper: 225 };
  const { width, height, data } = drawMrz(mrzLines, plain, () => 0.5);
  const input = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(1000, 630)
    .png()
    .toBuffer();
  return drawOnTable([{ input, left: 0, top: 0 }]);
}

async function drawOnTable(parts: OverlayOptions[]): Promise<Uint8Array> {
  const canvas = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } });
  const card = await canvas(1000, 630, "#e1e1e1").composite(parts).png().toBuffer();
  return canvas(1400, 1000, "#5a4632")
    .composite([{ input: card, left: 200, top: 180 }])
    .jpeg()
    .toBuffer();
}

test("QR code and MRZ give the number that they agree on, and every other field that they contain", async () => {
  const { fields, kind, isSwapped } = await reader.read({ front, back });
  expect(kind).toBe("2021");
  expect(isSwapped).toBe(false);
  expect(fields.idNumber).toMatchObject({ value: "001204000017", source: "qr" });
  expect(fields.fullName?.value).toBe("TRẦN MINH KHÔI");
  expect(fields.dateOfExpiry).toMatchObject({ value: "17/03/2029", source: "mrz" });
  expect(fields.nationality?.value).toBe("Việt Nam");
});

test("swapped sides are read and reported as swapped", async () => {
  const { fields, isSwapped } = await reader.read({ front: back, back: front });
  expect(isSwapped).toBe(true);
  expect(fields.idNumber?.value).toBe("001204000017");
});

test("a card that lies upside down is read", async () => {
  const turned = await sharp(back).rotate(180).jpeg().toBuffer();
  expect((await reader.read({ front, back: turned })).fields.dateOfExpiry?.value).toBe("17/03/2029");
});

test("sides of two cards give no number, which is doubtful", async () => {
  const { fields, doubtful, isComplete } = await reader.read({
    front: await drawFront(qrText.replace("001204000017", "038162000391")),
    back,
  });
  expect(fields.idNumber).toBeUndefined();
  expect(doubtful).toContain("idNumber");
  expect(isComplete).toBe(false);
});

test("an SVG, a damaged image and a blank picture are problems of the reading, and nothing throws", async () => {
  const codeOf = async (bytes: Uint8Array) => (await reader.read({ front: bytes })).problems[0]?.code;
  expect(await codeOf(new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toBe(
    "format_not_supported",
  );
  expect(await codeOf(front.subarray(0, 700))).toBe("not_decodable");
  const blank = sharp({ create: { width: 800, height: 600, channels: 3, background: "#888" } });
  expect(await codeOf(await blank.png().toBuffer())).toBe("no_card");
});

test("a reading whose time is over reports that and returns what it has", async () => {
  const { problems, isComplete } = await reader.read({ front, back }, { timeoutMs: 0 });
  expect(isComplete).toBe(false);
  expect(problems.map(({ code }) => code)).toContain("out_of_time");
});
