import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { makeCard } from "@trading-oms/cards";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { bindSharp } from "../testing/bind-sharp.ts";
import { type EdgeReader, openEdgeReader } from "./open-edge-reader.ts";
import { shrinkByPlatform } from "./shrink-by-platform.ts";

let reader: EdgeReader;

beforeAll(async () => {
  const compile = async (path: string) => {
    const bytes = await readFile(createRequire(import.meta.url).resolve(path));
    return (
      globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
    ).WebAssembly.compile(bytes);
  };
  const modules = {
    zxing: await compile("zxing-wasm/reader/zxing_reader.wasm"),
    jpeg: await compile("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm"),
  };
  reader = await openEdgeReader(modules, shrinkByPlatform(bindSharp()));
});

/** The fields that QR code and MRZ contain. */
const fieldsWithoutOcr = [
  "idNumber",
  "fullName",
  "dateOfBirth",
  "sex",
  "placeOfResidence",
  "dateOfIssue",
  "dateOfExpiry",
  "nationality",
] as const;

const orders = [
  { kind: "2021", turn: 0, encoding: "jpeg" },
  { kind: "2021", turn: 180, encoding: "webp" },
  { kind: "2024", turn: 90, encoding: "png" },
  { kind: "2024", turn: 270, encoding: "jpeg" },
] as const;

test.each(orders)(
  "a card of $kind, rotated by $turn degrees, as $encoding, gives every field of QR code and MRZ",
  async (order) => {
    const { front, back, truth } = makeCard({ seed: 1_003, severity: "phone", ...order });
    const { fields, needsFullReader, kind, missing } = await reader.read({ front, back });
    expect(kind).toBe(order.kind);
    for (const name of fieldsWithoutOcr) expect(fields[name]?.value).toBe(truth[name]);
    // The authority of a card of 2024 is fixed by law.
    const unread = order.kind === "2024" ? ["placeOfOrigin"] : ["issuedBy", "placeOfOrigin"];
    expect([...needsFullReader].sort()).toEqual(unread);
    expect([...missing].sort()).toEqual(unread);
  },
);

test("a picture with an EXIF orientation is read", async () => {
  const card = makeCard({
    seed: 1_004,
    kind: "2021",
    severity: "phone",
    encoding: "jpeg",
    isTurnedByExif: true,
  });
  expect((await reader.read(card)).fields.idNumber?.value).toBe(card.truth.idNumber);
});

test("a front alone lists the fields that need the full reader, and reports that print is not read", async () => {
  const { front } = makeCard({ seed: 1_003, kind: "2021", severity: "phone" });
  const { needsFullReader, problems } = await reader.read({ front });
  expect(needsFullReader).toEqual(["nationality", "placeOfOrigin", "dateOfExpiry"]);
  expect(problems).toEqual([
    {
      side: "front",
      code: "print_not_read",
      message:
        "print is not read here, and nationality, placeOfOrigin, dateOfExpiry could not be found in a QR code or machine-readable lines",
    },
  ]);
});

test("a front with an illegible QR code is reported as blurred, and its fields need the full reader", async () => {
  const { front } = makeCard({ seed: 1_003, kind: "2021", severity: "phone", qr: "destroyed" });
  const { fields, needsFullReader, problems } = await reader.read({ front });
  expect(fields).toEqual({});
  expect(needsFullReader).toContain("idNumber");
  expect(problems.map(({ code }) => code)).toEqual(["too_blurred", "print_not_read"]);
});

test("a front of 2024, which has neither QR code nor MRZ, is not reported as blurred", async () => {
  const { front, back } = makeCard({ seed: 1_003, kind: "2024", severity: "phone" });
  const { problems } = await reader.read({ front, back });
  expect(problems.map(({ code }) => code)).not.toContain("too_blurred");
});

test.each(["jpeg", "png", "webp"] as const)(
  "a picture of 12,000 by 1 pixels as %s shows no card",
  async (encoding) => {
    for (const [width, height] of [
      [12_000, 1],
      [2, 12_000],
    ] as const) {
      const line = sharp({ create: { width, height, channels: 3, background: "#888" } });
      const { problems } = await reader.read({ front: await line.toFormat(encoding).toBuffer() });
      expect(problems[0]?.code).toBe("no_card");
    }
  },
);

test("a picture that no reader could read has a problem, and no field needs the full reader", async () => {
  const read = async (front: Uint8Array) => {
    const { problems, needsFullReader } = await reader.read({ front });
    return [problems[0]?.code, needsFullReader.length];
  };
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#888" } });
  const { front } = makeCard({ seed: 1_003, kind: "2021", severity: "phone", encoding: "jpeg" });
  expect(await read(await blank(800, 600).jpeg().toBuffer())).toEqual(["no_card", 0]);
  expect(await read(front.subarray(0, front.length / 2))).toEqual(["not_decodable", 0]);
  expect(await read(new TextEncoder().encode("no image at all, but long enough"))).toEqual([
    "not_an_image",
    0,
  ]);
  expect(await read(await blank(12_001, 20).jpeg().toBuffer())).toEqual(["too_long_a_side", 0]);
  const long = new Uint8Array(6_000_001);
  long.set(front);
  expect(await read(long)).toEqual(["too_many_bytes", 0]);
});

test("progressive, interlaced, 16-bit, CMYK and gray pictures are decoded", async () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#888" } });
  for (const packed of [
    blank(4_000, 3_000).webp(),
    blank(5_000, 4_000).jpeg({ progressive: true }),
    blank(640, 480).png({ progressive: true }),
    blank(640, 480).toColourspace("rgb16").png(),
    blank(640, 480).toColourspace("cmyk").jpeg(),
    blank(640, 480).toColourspace("b-w").jpeg(),
  ]) {
    const { problems } = await reader.read({ front: await packed.toBuffer() });
    expect(problems[0]?.code).toBe("no_card");
  }
});

test.each(["jpeg", "png", "webp"] as const)(
  "a whole portrait as %s can be decoded, and half of it can't",
  async (encoding) => {
    const portrait = await sharp(randomBytes(90 * 120 * 3), { raw: { width: 90, height: 120, channels: 3 } })
      .toFormat(encoding)
      .toBuffer();
    expect(await reader.canDecode(portrait)).toBe(true);
    expect(await reader.canDecode(portrait.subarray(0, portrait.length / 2))).toBe(false);
  },
);

/** Left half red, right half blue, with the metadata that a telephone or a program may add. */
async function takePhoto(format: "jpeg" | "png" | "webp", orientation = 1): Promise<Uint8Array> {
  const half = (background: string) => ({
    create: { width: 60, height: 80, channels: 3 as const, background },
  });
  const joined = await sharp(half("red")).extend({ right: 60, background: "blue" }).png().toBuffer();
  const photo = await sharp(joined)
    .withExif({
      IFD0: { Make: "planted maker", DateTime: "2026:11:18 10:00:00" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "21/1 1/1 42/1" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted/></x:xmpmeta>')
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
  return format === "jpeg" ? Buffer.concat([photo, Buffer.from("planted behind the picture")]) : photo;
}

test.each(["jpeg", "png", "webp"] as const)(
  "a copy of a %s shows its picture and has no camera, time or position",
  async (format) => {
    const photo = await takePhoto(format);
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { front } = await reader.copy({ front: photo });
    const after = await sharp(front).metadata();
    expect([after.format, after.exif, after.xmp, after.icc, after.orientation]).toEqual([
      "jpeg",
      ...Array(4).fill(undefined),
    ]);
    for (const text of ["planted", "Exif", "xmpmeta", "GPS", "2026"])
      expect(Buffer.from(front).includes(text)).toBe(false);
    const data = await sharp(front).raw().toBuffer();
    expect([data[0], data[119 * 3 + 2]].every((value = 0) => value > 200)).toBe(true);
  },
);

test("every image is copied upright, at most 2,000 pixels a side, and copying a damaged one fails", async () => {
  const large = await sharp({ create: { width: 4_000, height: 1_000, channels: 3, background: "gray" } })
    .jpeg()
    .toBuffer();
  const portrait = await takePhoto("jpeg", 6);
  const copies = await reader.copy({ front: large, back: large, portrait });
  expect(Object.keys(copies)).toEqual(["front", "back", "portrait"]);
  expect(await sharp(copies.back).metadata()).toMatchObject({ format: "jpeg", width: 2_000, height: 500 });
  expect(await sharp(copies.portrait).metadata()).toMatchObject({ width: 80, height: 120 });
  await expect(reader.copy({ front: large.subarray(0, 500) })).rejects.toThrow();
});
