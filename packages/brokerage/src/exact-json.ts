/** JSON with integers of any size. They are written as strings and recognized by the suffix of their name. */
export const exactJson = {
  write: (value: object): string => JSON.stringify(spell(value)),
  read: (text: string): unknown => restore(JSON.parse(text)),
} as const;

const exactName = /(?:Vnd|[qQ]uantity|Price|[rR]atio|Rate|^lot|^contractSize)$/;

/** A bounded cache: our own data has few names, and foreign data must not fill the memory. */
const knownNames = new Map<string, boolean>();
const knownNamesMax = 1_000;

/** Copies the value, because `JSON.stringify` with a replacer takes several times as long. */
function spell(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(spell);
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) {
    const member = copy[name];
    if (typeof member === "bigint" || typeof member === "object") copy[name] = spell(member);
  }
  return copy;
}

/** Walks the value, because `JSON.parse` with a reviver takes several times as long. */
function restore(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(restore);
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (typeof member === "object") members[name] = restore(member);
    else if (typeof member === "string" && isExact(name)) members[name] = BigInt(member);
  }
  return members;
}

function isExact(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isOne = exactName.test(name);
  if (knownNames.size < knownNamesMax) knownNames.set(name, isOne);
  return isOne;
}
