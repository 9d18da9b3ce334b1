/** Writes a time to the second, in UTC. */
export function renderTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.[0-9]{3}Z$/, "Z");
}
