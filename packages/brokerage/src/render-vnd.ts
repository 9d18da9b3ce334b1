/** Writes an amount as people read it: 18,000,000 VND. */
export function renderVnd(amountVnd: bigint): string {
  const sign = amountVnd < 0n ? "-" : "";
  const digits = String(amountVnd < 0n ? -amountVnd : amountVnd);
  // Cut by hand, because a pattern that looks ahead at each digit takes several times as long.
  let grouped = "";
  let end = digits.length;
  for (; end > 3; end -= 3) grouped = `,${digits.slice(end - 3, end)}${grouped}`;
  return `${sign}${digits.slice(0, end)}${grouped} VND`;
}
