/** So many looks tell garbage that was not collected yet from what stays. */
const lookCountMax = 12;

/**
 * What an isolate that collects garbage every so many allocations holds once it has: the first look at or under
 * `mostBytes`, or the least of many, before each of which it was given something little to do.
 */
export async function heldAfter(
  doLittle: () => Promise<unknown>,
  look: () => Promise<number>,
  mostBytes: number,
): Promise<number> {
  let held = Number.POSITIVE_INFINITY;
  for (let count = 0; count < lookCountMax && held > mostBytes; count += 1) {
    await doLittle();
    held = Math.min(held, await look());
  }
  return held;
}
