import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { CardImages, CardReading, FieldName, Source } from "@trading-oms/id-card";
import { checkImage, imageLimits } from "@trading-oms/id-card/limits";
import { type Command, Refused, type Result, refuse } from "../../cli/command.ts";
import { usingFile } from "../../cli/files.ts";
import { renderTable } from "../../cli/text.ts";

/** Longer than in the service, because a person waits for the command. */
const timeoutMs = 60_000;

const idCardRead: Command = {
  words: ["id-card", "read"],
  argumentNames: ["FRONT"],
  othersName: "BACK",
  takesOneOther: true,
  summary: "Reads an identity card from photographs on this machine.",
  about:
    "FRONT and BACK are files: JPEG, PNG or WebP of at most 8,000,000 bytes, 40,000,000 pixels and 12,000 pixels a side. BACK may be left out; then FRONT may be either side. Nothing is sent, stored or logged. The exit code is 1 if a field of the given sides is missing or doubtful; the fields that were read are printed all the same.",
  example: "oms id-card read front.jpg back.jpg",
  run: async (input) => {
    const [back] = input.others;
    const files = [input.argument("FRONT"), ...(back === undefined ? [] : [back])];
    const images: Uint8Array[] = [];
    for (const file of files) images.push(await readImage(file));
    const [front = new Uint8Array(), other] = images;
    return resultOf(await readCard({ front, back: other }), files);
  },
};

/** Imports the reader lazily, because it takes a second to load. */
async function readCard(images: CardImages): Promise<CardReading> {
  const { readIdCard } = await import("@trading-oms/id-card/node");
  return readIdCard(images, { timeoutMs });
}

function readImage(file: string): Promise<Uint8Array> {
  return usingFile(file, async () => {
    const found = await stat(file);
    // Opening a pipe waits for its writer, and a device may never end. A folder is refused by its error.
    if (!found.isFile() && !found.isDirectory())
      return rejectImage(file, "it is a pipe or a device; save the image to a file");
    const bytes = await readAtMost(file, imageLimits.bytesMax + 1);
    if (bytes.length > imageLimits.bytesMax)
      return rejectImage(file, "the image has more than 8,000,000 bytes; use a smaller one");
    const fault = checkImage(bytes);
    return fault === undefined ? bytes : rejectImage(file, fault.message);
  });
}

/** Reads the beginning of a file, which may be longer than its size says, or too large for memory. */
async function readAtMost(file: string, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: bytesMax - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function rejectImage(file: string, message: string): never {
  refuse("image_not_usable", `${file} can't be read as a card: ${message}.`);
}

function resultOf(reading: CardReading, [front = "", back = front]: readonly string[]): Result {
  const broken = reading.problems.find(({ code }) => code === "not_decodable");
  if (broken !== undefined) rejectImage(broken.side === "front" ? front : back, broken.message);
  const lines = renderReading(reading);
  if (reading.isComplete) return { json: reading, lines };
  const lost = [
    ...(reading.missing.length === 0 ? [] : [`missing: ${reading.missing.join(", ")}`]),
    ...(reading.doubtful.length === 0 ? [] : [`doubtful: ${reading.doubtful.join(", ")}`]),
  ];
  const message = `The card was not read completely${lost.length === 0 ? "" : ` (${lost.join("; ")})`}.`;
  throw new Refused({ code: "card_incomplete", message, found: reading, lines });
}

const fieldNames: readonly FieldName[] = [
  "idNumber",
  "fullName",
  "dateOfBirth",
  "sex",
  "nationality",
  "placeOfOrigin",
  "placeOfResidence",
  "dateOfExpiry",
  "dateOfIssue",
  "issuedBy",
];

const sourceNames: Readonly<Record<Source, string>> = {
  qr: "QR code",
  mrz: "lines",
  print: "print",
  law: "law",
};

/** Renders the fields as a table, and below it the problems of the photographs. */
function renderReading(reading: CardReading): string[] {
  const { kind, isSwapped, problems } = reading;
  const rows = fieldNames.map((name) => renderField(reading, name)).filter((row) => row !== undefined);
  return [
    kind === undefined ? "A card of an unknown kind." : `A card of ${kind}.`,
    ...renderTable(rows, {
      FIELD: ([name]) => name,
      VALUE: ([, value]) => value,
      SOURCE: ([, , source]) => source,
      "#SURE": ([, , , confidence]) => confidence,
      "": ([, , , , remark]) => remark,
    }),
    ...(isSwapped ? ["The sides were given in the wrong order."] : []),
    ...problems.map(({ side, message }) => `${side === "front" ? "Front" : "Back"}: ${message}.`),
  ];
}

type FieldRow = readonly [name: string, value: string, source: string, confidence: string, remark: string];

/** Renders one field; undefined if it is on neither of the given sides. */
function renderField({ fields, missing, doubtful }: CardReading, name: FieldName): FieldRow | undefined {
  const field = fields[name];
  const doubt = doubtful.includes(name) ? "doubtful" : "";
  if (field === undefined)
    return doubt || missing.includes(name) ? [name, "", "", "", doubt || "missing"] : undefined;
  const against = (field.contradictedBy ?? []).map((source) => sourceNames[source]);
  const remarks = [doubt, against.length === 0 ? "" : `contradicted by: ${against.join(", ")}`];
  const remark = remarks.filter((each) => each !== "").join("; ");
  return [name, field.value, sourceNames[field.source], field.confidence.toFixed(2), remark];
}

export const idCardCommands: readonly Command[] = [idCardRead];
