/** What the reader of cards says: what a test has decided, or what the QR code of a photograph says in a page. */
import type { CardReading, FieldName } from "@trading-oms/id-card";
import { describeProblem } from "@trading-oms/id-card/limits";
import type { ServerServices } from "@trading-oms/server/in-process";
import type { CardFields } from "./broker.ts";

const needed: readonly FieldName[] = ["idNumber", "fullName", "dateOfBirth", "sex"];

/** The reader of cards for what a test has decided, if it has; undefined where no card can be read. */
export function cardReaderOf(said: CardFields | undefined): ServerServices["readCard"] {
  if (said !== undefined) return async () => ({ kind: "read", reading: readingOf(said) });
  // Pages and their workers have it, and Node has not.
  if (!("createImageBitmap" in globalThis)) return undefined;
  return async (images) => {
    const { readCode } = await import("./read-code.ts");
    const code = "not_decodable";
    const reading = await readCode(images).then(readingOf, () => ({
      ...readingOf({}),
      problems: [{ side: "front", code, message: describeProblem(code) }] as const,
    }));
    return { kind: "read", reading };
  };
}

/** A reading with these fields, as if a QR code had them all. */
function readingOf(fields: CardFields): CardReading {
  const read = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, { value, source: "qr", confidence: 0.99 }] as const],
  );
  const missing = needed.filter((name) => fields[name] === undefined);
  return {
    ...{ kind: undefined, fields: Object.fromEntries(read), missing, doubtful: [], problems: [] },
    ...{ isSwapped: false, isComplete: missing.length === 0 },
  };
}
