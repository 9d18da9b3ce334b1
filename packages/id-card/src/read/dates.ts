/** Parses `17/03/2004` or, as in the QR code, `17032004`; `undefined` if it is no valid date. */
export function parseDate(text: string): string | undefined {
  const found = /^(\d{2})\/?(\d{2})\/?(\d{4})$/.exec(text.trim());
  return found === null ? undefined : formatDate(Number(found[3]), Number(found[2]), Number(found[1]));
}

/** Formats a date as dd/MM/yyyy; `undefined` if it does not exist. */
export function formatDate(year: number, month: number, day: number): string | undefined {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month))
    return undefined;
  return `${String(day).padStart(2, "0")}/${String(month).padStart(2, "0")}/${year}`;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
