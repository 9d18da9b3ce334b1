/**
 * Writes a value for a program: money is a JSON number. What no JSON number carries exactly is left out, and its name
 * added to `leftOut`.
 */
export function writeJson(value: unknown, leftOut: Set<string>): string {
  return JSON.stringify(value, (name, each) => (typeof each === "bigint" ? numberOf(name, each) : each), 2);

  function numberOf(name: string, whole: bigint): number | undefined {
    const number = Number(whole);
    if (Number.isSafeInteger(number)) return number;
    leftOut.add(name);
    return undefined;
  }
}
