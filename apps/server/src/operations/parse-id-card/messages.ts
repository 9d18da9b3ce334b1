import type { CardReading, FieldName, Problem, ReadField, Source } from "@trading-oms/id-card";

/** The parts of a reading that its error message needs. */
type UnfinishedReading = Pick<CardReading, "missing" | "doubtful" | "problems" | "fields">;

/** The fields that a complete reading needs, whatever the sides show. */
const needed: readonly FieldName[] = ["idNumber", "fullName", "dateOfBirth", "sex"];

const sourceNames: Readonly<Record<Source, string>> = {
  qr: "the QR code",
  mrz: "the machine-readable lines",
  print: "the print",
};

const inWords = new Intl.ListFormat("en-GB");

const mends = {
  again: "Photograph both sides again, flat, in even light and without glare.",
  late: "Send smaller photographs of the card alone, one of each side.",
} as const;

/** The message for a card whose time ran out before any field was read. */
export function sayLateCard(): string {
  return `${inWords.format(needed)} could not be read: the time for reading was over. ${mends.late}`;
}

/** Whether the reading has everything that the sides show, and all needed fields. */
export function isWholeCard({ isComplete, fields }: CardReading): boolean {
  return isComplete && needed.every((name) => fields[name] !== undefined);
}

/** Names the missing and doubtful fields, the reasons if known, and what to do. */
export function sayCardError({ missing, doubtful, problems, fields }: UnfinishedReading): string {
  const lost = [...missing, ...needed.filter((name) => fields[name] === undefined)];
  const unread = [...new Set(lost)].filter((name) => !doubtful.includes(name));
  const parts = doubtful.map((name) => sayDoubt(name, fields[name]));
  if (unread.length > 0) parts.push(`${inWords.format(unread)} could not be read`);
  const told = problems.map(sayProblem);
  return [`${parts.join("; ")}.`, ...(told.length > 0 ? told : [mends.again])].join(" ");
}

function sayDoubt(name: FieldName, field: ReadField | undefined): string {
  const against = field?.contradictedBy ?? [];
  if (field === undefined || against.length === 0) return `${name} is doubtful`;
  const sources = [field.source, ...against].map((source) => sourceNames[source]);
  return `${name} is doubtful, because ${inWords.format([...new Set(sources)])} disagree`;
}

function sayProblem({ side, says }: Problem): string {
  return `${side === "front" ? "Front" : "Back"}: ${says}.`;
}
