const dayMs = 86_400_000;

/**
 * The days of a run, for the list of days without trading. Nobody renews the prices of a seed, and in a session no cover
 * is lowered on an old one, so that the same claims would hold in the evening and break in the morning.
 */
export function quietDays(atMs: number): string[] {
  return [0, 1, 2].map((days) => new Date(atMs + days * dayMs).toISOString().slice(0, 10));
}
