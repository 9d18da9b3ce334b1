/** How long a `Retry-After` asks to wait, in milliseconds; it holds seconds or a date, and nonsense asks for nothing. */
export function readRetryAfter(
  { headers }: { readonly headers?: Headers | undefined },
  todayMs: number,
): number | undefined {
  const header = headers?.get("Retry-After") as string;
  const waitMs = Number(header) * 1000 || Date.parse(header) - todayMs;
  return waitMs > 0 ? waitMs : undefined;
}
