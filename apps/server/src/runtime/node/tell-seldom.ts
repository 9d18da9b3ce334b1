const tellMs = 10_000;

/** What fails often is told now and then. */
export function tellSeldom(tell: (thrown: unknown) => void): (thrown: unknown) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (thrown) => {
    if (performance.now() - toldMs < tellMs) return;
    toldMs = performance.now();
    tell(thrown);
  };
}
