import type { CardKind, FieldName, ReadField, Side, Source } from "./card-reading.ts";
import { foldLetters } from "./lexicon/compare-text.ts";

/** What the claims come to. */
interface Weighed {
  readonly fields: Partial<Record<FieldName, ReadField>>;
  readonly doubtful: FieldName[];
}

/** A code with error correction is believed before lines with check digits, and those before print. */
const order: readonly Source[] = ["qr", "mrz", "print"];

/** Below this a value is doubtful. A number that nothing else bears out needs more, since a wrong one is somebody else. */
const gate = 0.6;
const gateOfPlace = 0.7;
const gateOfNumber = 0.9;

/** Weighs what was read: the most trusted part gives each value, and the others bear it out or speak against it. */
export function weighClaims(claims: readonly Claim[]): Weighed {
  const fields: Partial<Record<FieldName, ReadField>> = {};
  const doubtful: FieldName[] = [];
  for (const name of new Set(claims.map(({ field }) => field))) {
    const field = weighField(claims.filter((claim) => claim.field === name));
    if (field === undefined) continue;
    const isSure = field.confidence >= gateOf(name) && !isContradicted(field);
    if (!isSure) doubtful.push(name);
    if (isSure || name !== "idNumber") fields[name] = field;
  }
  return { fields, doubtful };
}

function gateOf(name: FieldName): number {
  if (name === "idNumber") return gateOfNumber;
  return name.startsWith("placeOf") ? gateOfPlace : gate;
}

function weighField(claims: readonly Claim[]): ReadField | undefined {
  const ranked = [...claims].sort(
    (a, b) => order.indexOf(a.source) - order.indexOf(b.source) || b.confidence - a.confidence,
  );
  const chosen = ranked.find(({ isWitness }) => isWitness !== true);
  if (chosen === undefined) return undefined;
  const others = ranked.filter(({ source }) => source !== chosen.source);
  const against = others.filter((other) => speaksAgainst(chosen, other));
  const isBorneOut = others.some((other) => !against.includes(other) && other.isWitness !== true);
  const confidence = isBorneOut ? 1 - (1 - chosen.confidence) * 0.3 : chosen.confidence;
  const contradictedBy = [...new Set(against.map(({ source }) => source))];
  const { value, source } = chosen;
  return contradictedBy.length === 0
    ? { value, source, confidence }
    : { value, source, confidence, contradictedBy };
}

function isContradicted(field: ReadField): boolean {
  return field.contradictedBy !== undefined;
}

/** What one part of a card says of a field. */
export interface Claim {
  readonly field: FieldName;
  readonly value: string;
  readonly source: Source;
  readonly confidence: number;
  /** Whether it can only contradict, such as a name without its accents. */
  readonly isWitness?: boolean;
}

/** How alike two texts must be not to contradict each other, as a share of their letters. */
const likenessMin = { fullName: 0.75, places: 0.5 };

/** Print that was read no surer than this contradicts nothing. */
const printConfidenceMin = 0.8;

/** Whether one claim contradicts another of the same field, rather than being the same thing read less well. */
function speaksAgainst(claim: Claim, other: Claim): boolean {
  const isPrint = other.source === "print" || claim.source === "print";
  if (other.source === "print" && other.confidence < printConfidenceMin) return false;
  if (claim.field === "idNumber") {
    return isPrint ? !isMisreadOf(claim.value, other.value) : claim.value !== other.value;
  }
  if (claim.field === "fullName") return likenessOf(claim.value, other.value) < likenessMin.fullName;
  if (claim.field.startsWith("placeOf")) return likenessOf(claim.value, other.value) < likenessMin.places;
  return claim.value !== other.value;
}

/** How much of the letters of the longer text the other has, in their order: 1 for the same letters. */
export function likenessOf(one: string, other: string): number {
  const [a, b] = [foldLetters(one).letters, foldLetters(other).letters];
  let row = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const next = [0];
    for (let i = 0; i < b.length; i += 1) {
      const through = (row[i] ?? 0) + (letter === b[i] ? 1 : 0);
      next.push(Math.max(through, row[i + 1] ?? 0, next[i] ?? 0));
    }
    row = next;
  }
  return (row[b.length] ?? 0) / Math.max(1, a.length, b.length);
}

/** Recognition misreads a digit or two of a number; somebody else's number differs in most. */
const digitsMisreadMax = 3;

/** Whether a number may have been read from the print of another, or is the same. */
export function isMisreadOf(read: string, number: string): boolean {
  let count = Math.abs(read.length - number.length);
  for (let i = 0; i < Math.min(read.length, number.length); i += 1) if (read[i] !== number[i]) count += 1;
  return count <= digitsMisreadMax;
}

const onFront2021: readonly FieldName[] = [
  "idNumber",
  "fullName",
  "dateOfBirth",
  "sex",
  "nationality",
  "placeOfOrigin",
  "placeOfResidence",
  "dateOfExpiry",
];

const onBack2021: readonly FieldName[] = [
  "idNumber",
  "dateOfBirth",
  "sex",
  "dateOfExpiry",
  "dateOfIssue",
  "issuedBy",
];

const onFront2024: readonly FieldName[] = ["idNumber", "fullName", "dateOfBirth", "sex", "nationality"];

const onBack2024: readonly FieldName[] = [
  "idNumber",
  "dateOfBirth",
  "sex",
  "placeOfOrigin",
  "placeOfResidence",
  "dateOfExpiry",
  "dateOfIssue",
  "issuedBy",
];

/** The fields that a side of a card bears, in print, code or lines. Where the kind is not known, those that both kinds bear. */
export function fieldsOf(kind: CardKind | undefined, side: Side): readonly FieldName[] {
  if (side === "front") return kind === "2021" ? onFront2021 : onFront2024;
  return kind === "2024" ? onBack2024 : onBack2021;
}
