/** Bounds of a string length in Unicode code points, as in JSON Schema. */
export type LengthBounds = { readonly minLength?: number; readonly maxLength?: number };

/** Returns a check of a string's length in code points. zod's own checks count UTF-16 units. */
export function hasLength({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: LengthBounds) {
  return (text: string): boolean => {
    const unitCount = text.length;
    if (unitCount <= maxLength && unitCount >= minLength * 2) return true;
    if (unitCount > maxLength * 2 || unitCount < minLength) return false;
    const pointCount = countCodePoints(text);
    return pointCount >= minLength && pointCount <= maxLength;
  };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _point of text) count += 1;
  return count;
}
