/** How long a `Retry-After` asks to wait, in milliseconds; it holds seconds or a date, and nonsense asks for nothing. */
export function readRetryAfter(header: string | null, todayMs: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const dateMs = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - todayMs);
}
