import type { FieldName, ReadField, Source } from "../card-reading.ts";
import type { Claim } from "./claim.ts";
import { speaksAgainst } from "./speaks-against.ts";

/** What the claims come to. */
export interface Weighed {
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
