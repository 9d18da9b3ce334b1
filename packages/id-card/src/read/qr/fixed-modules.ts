/** The modules that every code of a version has, 1 for dark and 0 for light; -1 for those that carry what it says. */
export function fixedModules(version: number): Int8Array {
  const count = 4 * version + 17;
  const modules = new Int8Array(count * count).fill(-1);
  for (let i = 8; i < count - 8; i += 1) {
    modules[6 * count + i] = 1 - (i % 2);
    modules[i * count + 6] = 1 - (i % 2);
  }
  for (const [row, column] of [
    [3, 3],
    [3, count - 4],
    [count - 4, 3],
  ] as const)
    putFinder(modules, count, row, column);
  const places = alignmentPlaces(version, count);
  for (const row of places) {
    for (const column of places) {
      const isFinder =
        (row === 6 && column === 6) ||
        (row === 6 && column === count - 7) ||
        (row === count - 7 && column === 6);
      if (!isFinder) putAlignment(modules, count, row, column);
    }
  }
  modules[(count - 8) * count + 8] = 1;
  return modules;
}

function putFinder(modules: Int8Array, count: number, row: number, column: number): void {
  for (let down = -4; down <= 4; down += 1) {
    for (let right = -4; right <= 4; right += 1) {
      const [y, x] = [row + down, column + right];
      if (y < 0 || x < 0 || y >= count || x >= count) continue;
      const ring = Math.max(Math.abs(down), Math.abs(right));
      modules[y * count + x] = ring === 4 || ring === 2 ? 0 : 1;
    }
  }
}

function putAlignment(modules: Int8Array, count: number, row: number, column: number): void {
  for (let down = -2; down <= 2; down += 1) {
    for (let right = -2; right <= 2; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      modules[(row + down) * count + column + right] = ring === 1 ? 0 : 1;
    }
  }
}

/** The rows and columns whose crossings have an alignment pattern, evenly spaced from the far end. */
function alignmentPlaces(version: number, count: number): number[] {
  if (version < 2) return [];
  const pieces = Math.floor(version / 7) + 2;
  const step = Math.ceil((count - 13) / (2 * pieces - 2)) * 2;
  const places = [6];
  for (let piece = pieces - 2; piece >= 0; piece -= 1) places.push(count - 7 - piece * step);
  return places;
}
