/** Makes a row of samples of one that says how it differs from its neighbours: to the left, above, or both. */
export function unfilterRow(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  if (filter > 4) throw new Error("A row is filtered in a way that is unknown.");
  for (let i = 0; filter > 0 && i < row.length; i += 1) {
    const left = i < pixelBytes ? 0 : (row[i - pixelBytes] as number);
    const up = above[i] as number;
    const corner = i < pixelBytes ? 0 : (above[i - pixelBytes] as number);
    row[i] = (row[i] as number) + predict(filter, left, up, corner);
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
