/** Writes a whole number as people read it: 80,000,000. */
export function renderNumber(whole: bigint | number): string {
  return String(whole).replaceAll(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ",");
}
