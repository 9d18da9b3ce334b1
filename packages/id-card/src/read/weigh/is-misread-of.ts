/** Recognition misreads a digit or two of a number; somebody else's number differs in most. */
const digitsMisreadMax = 3;

/** Whether a number may have been read from the print of another, or is the same. */
export function isMisreadOf(read: string, number: string): boolean {
  let count = Math.abs(read.length - number.length);
  for (let i = 0; i < Math.min(read.length, number.length); i += 1) if (read[i] !== number[i]) count += 1;
  return count <= digitsMisreadMax;
}
