/** Writes an amount as people read it: 18,000,000 VND. */
export function renderVnd(amountVnd: bigint): string {
  return `${String(amountVnd).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")} VND`;
}
