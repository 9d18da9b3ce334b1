import { expect, test } from "vitest";
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
  side: "front",
  kind: "2021",
};

/** Reads zones of which only the number, or not even that, says anything, unless blocks have a text of their own. */
async function readZones(
  number: string,
  wanted: readonly FieldName[],
  block: FoundPrint = { text: "~~", confidence: 0.1 },
): Promise<readonly PrintKind[]> {
  const { names, places } = makeReaderTables();
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
  await readPrint(front, wanted, { ...nothing, knownPlaces: [], names, places }, tools);
  return read;
}

const all: readonly FieldName[] = ["idNumber", "fullName", "dateOfBirth", "placeOfOrigin", "dateOfExpiry"];

test("a side whose number and person say nothing is read no further", async () => {
  expect(await readZones("~~", all)).toEqual(["line", "line", "line", "block"]);
});

test("where one of them says something, or is not wanted, the others are read too", async () => {
  expect((await readZones("001099000017", all)).filter((kind) => kind === "block")).toHaveLength(3);
  const withoutNumber = all.filter((field) => field !== "idNumber" && field !== "dateOfExpiry");
  expect(await readZones("~~", withoutNumber)).toEqual(["block", "block"]);
  const withoutPerson: readonly FieldName[] = ["idNumber", "placeOfOrigin", "dateOfExpiry"];
  expect(await readZones("~~", withoutPerson)).toEqual(["line", "line", "line", "block", "block"]);
});

test("a zone that says something is read in other views, and not where recognition is unsure that it is print", async () => {
  const text = "Họ và tên / Full name:\nNGUYEN VAN A\nNgày sinh / Date of birth: 01/02/1990";
  const [surely, unsurely] = await Promise.all(
    [0.56, 0.5].map((confidence) =>
      readZones("001090000017", ["fullName", "dateOfBirth"], { text, confidence }),
    ),
  );
  expect([surely?.length, unsurely?.length]).toEqual([2, 1]);
});
