import type { CardKind, FieldName, ReadField, Side, Source } from "./card-reading.ts";
import { commonLength, foldLetters } from "./lexicon/compare-text.ts";

/** The result of weighing all claims. */
interface Weighed {
  readonly fields: Partial<Record<FieldName, ReadField>>;
  readonly doubtful: FieldName[];
}

/** By reliability: the law knows no exception, the QR code has error correction, the MRZ has check digits, print has neither. */
const order: readonly Source[] = ["law", "qr", "mrz", "print"];

/** Below these a value is doubtful. The number needs most, because a wrong one is another person. */
const confidenceMin = 0.75;
export const confidenceOfTextMin = 0.9;
const confidenceOfNumberMin = 0.9;

/** Chooses the value of each field from its most reliable source; other sources confirm or contradict it. */
export function weighClaims(claims: readonly Claim[]): Weighed {
  const fields: Partial<Record<FieldName, ReadField>> = {};
  const doubtful: FieldName[] = [];
  for (const name of new Set(claims.map(({ field }) => field))) {
    const field = weighField(claims.filter((claim) => claim.field === name));
    if (field === undefined) continue;
    const isSure = field.confidence >= confidenceMinOf(name) && !isContradicted(field);
    if (!isSure) doubtful.push(name);
    if (isSure || name !== "idNumber") fields[name] = field;
  }
  return { fields, doubtful };
}

function confidenceMinOf(name: FieldName): number {
  if (name === "idNumber") return confidenceOfNumberMin;
  return name.startsWith("placeOf") || name === "fullName" ? confidenceOfTextMin : confidenceMin;
}

function weighField(claims: readonly Claim[]): ReadField | undefined {
  const ranked = [...claims].sort(
    (a, b) => order.indexOf(a.source) - order.indexOf(b.source) || b.confidence - a.confidence,
  );
  const chosen = ranked.find(({ canOnlyContradict }) => canOnlyContradict !== true);
  if (chosen === undefined) return undefined;
  const others = ranked.filter(({ source }) => source !== chosen.source);
  const against = others.filter((other) => contradicts(chosen, other));
  const isConfirmed = others.some((other) => !against.includes(other) && other.canOnlyContradict !== true);
  const confidence = isConfirmed ? 1 - (1 - chosen.confidence) * 0.3 : chosen.confidence;
  const contradictedBy = [...new Set(against.map(({ source }) => source))];
  const { value, source } = chosen;
  return contradictedBy.length === 0
    ? { value, source, confidence }
    : { value, source, confidence, contradictedBy };
}

function isContradicted(field: ReadField): boolean {
  return field.contradictedBy !== undefined;
}

/** The value of a field according to one part of the card. */
export interface Claim {
  readonly field: FieldName;
  readonly value: string;
  readonly source: Source;
  readonly confidence: number;
  /** Whether it can only contradict, such as a name without accents. It provides no value and confirms none. */
  readonly canOnlyContradict?: boolean;
}

/** Texts contradict each other below this similarity, a share of their letters. */
const similarityMin = { fullName: 0.75, places: 0.5 };

/** Print that was read with less confidence contradicts nothing. */
const printConfidenceMin = 0.8;

/** Whether two claims of a field contradict each other, rather than one being a worse reading of the same text. */
function contradicts(claim: Claim, other: Claim): boolean {
  const isPrint = other.source === "print" || claim.source === "print";
  if (other.source === "print" && other.confidence < printConfidenceMin) return false;
  if (claim.field === "idNumber") {
    return isPrint ? !isMisreadOf(claim.value, other.value) : claim.value !== other.value;
  }
  if (claim.field === "fullName") return similarityOf(claim.value, other.value) < similarityMin.fullName;
  if (claim.field.startsWith("placeOf")) return similarityOf(claim.value, other.value) < similarityMin.places;
  return claim.value !== other.value;
}

/** The letters that two texts have in common in order, without accents, as a share of the longer text. */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [foldLetters(one).letters, foldLetters(other).letters];
  return commonLength(a, b) / Math.max(1, a.length, b.length);
}

/** OCR misreads up to this many digits. The number of another person differs in most. */
const digitsMisreadMax = 3;

/** Whether a number equals another, or may be a misreading of it. */
export function isMisreadOf(read: string, number: string): boolean {
  let count = Math.abs(read.length - number.length);
  for (let i = 0; i < Math.min(read.length, number.length); i += 1) if (read[i] !== number[i]) count += 1;
  return count <= digitsMisreadMax;
}

const onFront2024 = ["idNumber", "fullName", "dateOfBirth", "sex", "nationality"] as const;
const onFront2021 = [...onFront2024, "placeOfOrigin", "placeOfResidence", "dateOfExpiry"] as const;
const inMrz = ["idNumber", "dateOfBirth", "sex"] as const;
const issue = ["dateOfExpiry", "dateOfIssue", "issuedBy"] as const;
const onBack2021 = [...inMrz, ...issue] as const;
const onBack2024 = [...inMrz, "placeOfOrigin", "placeOfResidence", ...issue] as const;

/** The fields on a side of a card, in print, QR code or MRZ. For an unknown kind, those that both kinds have there. */
export function fieldsOf(kind: CardKind | undefined, side: Side): readonly FieldName[] {
  if (side === "front") return kind === "2021" ? onFront2021 : onFront2024;
  return kind === "2024" ? onBack2024 : onBack2021;
}
