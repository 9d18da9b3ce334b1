import type { CardReading, FieldName, Source } from "@trading-oms/id-card";
import { renderTable } from "./render-table.ts";

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

const sourceNames: Readonly<Record<Source, string>> = { qr: "QR code", mrz: "lines", print: "print" };

/** Writes what was read from a card as a table for people, and below it what is wrong with the photographs. */
export function renderReading(reading: CardReading): string[] {
  const { kind, isSwapped, problems } = reading;
  const rows = fieldNames.map((name) => renderField(reading, name)).filter((row) => row !== undefined);
  return [
    kind === undefined ? "A card of neither kind that is known." : `A card of ${kind}.`,
    ...renderTable(
      [
        { title: "FIELD" },
        { title: "VALUE" },
        { title: "SOURCE" },
        { title: "SURE", isNumber: true },
        { title: "" },
      ],
      rows,
    ),
    ...(isSwapped ? ["The sides were given in the wrong order."] : []),
    ...problems.map(({ side, says }) => `${side === "front" ? "Front" : "Back"}: ${says}.`),
  ];
}

/** A field that no side given bears has no row. */
function renderField({ fields, missing, doubtful }: CardReading, name: FieldName): string[] | undefined {
  const field = fields[name];
  const doubt = doubtful.includes(name) ? "doubtful" : "";
  if (field === undefined)
    return doubt || missing.includes(name) ? [name, "", "", "", doubt || "missing"] : undefined;
  const against = (field.contradictedBy ?? []).map((source) => sourceNames[source]);
  const remarks = [doubt, against.length === 0 ? "" : `not so by: ${against.join(", ")}`];
  const remark = remarks.filter((each) => each !== "").join("; ");
  return [name, field.value, sourceNames[field.source], field.confidence.toFixed(2), remark];
}
