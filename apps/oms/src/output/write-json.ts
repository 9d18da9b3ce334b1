/** Writes a value for a program: money is a JSON number, and only where that is exact. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (name, each) => (typeof each === "bigint" ? numberOf(name, each) : each), 2);
}

function numberOf(name: string, whole: bigint): number {
  const number = Number(whole);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${name} is ${whole}, which JSON can't carry exactly; ask again without --json.`);
}
