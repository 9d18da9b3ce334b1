/** Bounds of a text's length, counted in Unicode code points as JSON Schema counts them. */
export type LengthBounds = { readonly minLength?: number; readonly maxLength?: number };

/** Makes a check of a text's length in code points, which zod's own checks would count in UTF-16 units. */
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
