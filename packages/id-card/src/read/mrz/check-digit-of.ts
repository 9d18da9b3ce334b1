const weights = [7, 3, 1];

/** The check digit of machine-readable text: digits count themselves, A to Z 10 to 35, fillers nothing, by 7, 3, 1. */
export function checkDigitOf(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum += worthOf(text.charCodeAt(i)) * (weights[i % 3] ?? 0);
  return String(sum % 10);
}

function worthOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 65 && code <= 90 ? code - 55 : 0;
}
