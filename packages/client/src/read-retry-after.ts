/** How long a `Retry-After` asks to wait, in milliseconds; it holds seconds or a date, and nonsense asks for nothing. */
export function readRetryAfter({ headers }: Response, todayMs: number): number | undefined {
  const header = headers.get("Retry-After") ?? "none";
  const seconds = Number(header);
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - todayMs : seconds * 1000;
  return waitMs >= 0 ? waitMs : undefined;
}
