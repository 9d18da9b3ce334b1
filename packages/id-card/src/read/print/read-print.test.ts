import { expect, test } from "vitest";
import { readLexicons } from "../../node/read-lexicons.ts";
import type { FieldName } from "../card-reading.ts";
import type { CardTools, FoundPrint, PrintKind } from "../card-tools.ts";
import { makeReaderTables } from "../reader-tables.ts";
import { type PrintedSide, readPrint } from "./read-print.ts";

const [width, height] = [1_000, 630];
const front: PrintedSide = {
  photo: { width, height, data: new Uint8Array(width * height).map((_, i) => (i % 10 < 2 ? 60 : 200)) },
  quad: [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ],
  lines: [],
  side: "front",
  kind: "2021",
};

/** Reads a front whose number and blocks give these OCR results, and returns the kinds of zones that were read. */
async function readZones(
  number: string,
  wanted: readonly FieldName[],
  block: FoundPrint = { text: "~~", confidence: 0.1 },
  printed: PrintedSide = front,
): Promise<readonly PrintKind[]> {
  const { names, places } = makeReaderTables(await readLexicons());
  const read: PrintKind[] = [];
  const tools: CardTools = {
    decode: () => Promise.reject(new Error()),
    findQr: async () => [],
    isLate: () => false,
    recognise: async (_, kind) => {
      read.push(kind);
      return kind === "line" ? { text: number, confidence: 0.9 } : block;
    },
  };
  const nothing = { plainName: undefined, idNumber: undefined, dateOfExpiry: undefined };
  await readPrint(printed, wanted, { ...nothing, knownPlaces: [], names, places }, tools);
  return read;
}

const all: readonly FieldName[] = ["idNumber", "fullName", "dateOfBirth", "placeOfOrigin", "dateOfExpiry"];

test("reading stops if number and person are illegible", async () => {
  expect(await readZones("~~", all)).toEqual(["line", "line", "line", "block"]);
});

test("the other zones are read if number or person is legible or not wanted", async () => {
  expect((await readZones("001099000017", all)).filter((kind) => kind === "block")).toHaveLength(3);
  const withoutNumber = all.filter((field) => field !== "idNumber" && field !== "dateOfExpiry");
  expect(await readZones("~~", withoutNumber)).toEqual(["block", "block"]);
  const withoutPerson: readonly FieldName[] = ["idNumber", "placeOfOrigin", "dateOfExpiry"];
  expect(await readZones("~~", withoutPerson)).toEqual(["line", "line", "line", "block", "block"]);
});

test("a legible zone is read in other views too, unless the confidence of OCR is low", async () => {
  const text = "Họ và tên / Full name:\nNGUYEN VAN AN\nNgày sinh / Date of birth: 01/02/1990";
  const [confident, unsure] = await Promise.all(
    [0.56, 0.5].map((confidence) =>
      readZones("001090000017", ["fullName", "dateOfBirth"], { text, confidence }),
    ),
  );
  expect(confident?.length).toBeGreaterThan(1);
  expect(unsure?.length).toBe(1);
});

test("a day of issue is read in a second view", async () => {
  const text = "Ngày, tháng, năm / Date, month, year: 26/07/2022";
  const back: PrintedSide = { ...front, side: "back" };
  expect(await readZones("", ["dateOfIssue"], { text, confidence: 0.9 }, back)).toHaveLength(2);
});

test("a residence, and a name or origin that is not certain, is read in a second view", async () => {
  const countForName = async (name: string) => {
    const text = `Họ và tên / Full name: ${name}`;
    return (await readZones("", ["fullName"], { text, confidence: 0.9 })).length;
  };
  expect(await countForName("LÊ VĂN TOẢN")).toBe(2);
  const countFor = async (origin: string) => {
    const text = `Quê quán / Place of origin: ${origin}`;
    const zones = await readZones("", ["placeOfOrigin"], { text, confidence: 0.9 });
    return zones.length;
  };
  expect(await countFor("Thanh Sơn, Kiến Thụy, Hải Phòng")).toBe(1);
  expect(await countFor("Thanh Sơn, Kiến Thuy, Hải Phòng")).toBe(2);
  const residence = "Nơi thường trú / Place of residence: Thôn 2, Thanh Sơn, Kiến Thụy, Hải Phòng";
  const zones = await readZones("", ["placeOfResidence"], { text: residence, confidence: 0.9 });
  expect(zones).toHaveLength(2);
  // Its last line may be lost, so more lines are read first.
  expect(await countFor("Xã Duy Trung, Huyện Duy Xuyên, Tỉnh Quảng")).toBeGreaterThan(2);
});
