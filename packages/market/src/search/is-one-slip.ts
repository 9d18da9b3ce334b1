/**
 * Whether two folded texts differ by one slip of the finger: a character replaced, left out, put in too many, or two
 * neighbours swapped.
 */
export function isOneSlip(
  left: Uint8Array,
  leftStart: number,
  leftEnd: number,
  right: Uint8Array,
  rightStart: number,
  rightEnd: number,
): boolean {
  const sizeDifference = leftEnd - leftStart - (rightEnd - rightStart);
  if (sizeDifference > 4 || sizeDifference < -4) return false;
  let x = leftStart;
  let y = rightStart;
  while (x < leftEnd && y < rightEnd && left[x] === right[y]) {
    x += 1;
    y += 1;
  }
  let xEnd = leftEnd;
  let yEnd = rightEnd;
  while (xEnd > x && yEnd > y && left[xEnd - 1] === right[yEnd - 1]) {
    xEnd -= 1;
    yEnd -= 1;
  }
  if (isPlain(left, x, xEnd) && isPlain(right, y, yEnd)) return isSlipBetween(left, x, xEnd, right, y, yEnd);
  // Different characters may begin with the same bytes, so that what differs has to be found among whole ones.
  const xPoints = pointsOf(left, leftStart, leftEnd);
  const yPoints = pointsOf(right, rightStart, rightEnd);
  let same = 0;
  while (same < xPoints.length && xPoints[same] === yPoints[same]) same += 1;
  let xLast = xPoints.length;
  let yLast = yPoints.length;
  while (xLast > same && yLast > same && xPoints[xLast - 1] === yPoints[yLast - 1]) {
    xLast -= 1;
    yLast -= 1;
  }
  return isSlipBetween(xPoints, same, xLast, yPoints, same, yLast);
}

/** How many characters stand in a part of a folded text. */
export function countCharacters(text: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i += 1) if (!isContinuation(text[i] as number)) count += 1;
  return count;
}

/** Whether a byte carries on a character that began before it. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

type Characters = { readonly [place: number]: number };

/** Judges what is left when equal beginnings and equal endings are taken away. */
function isSlipBetween(
  left: Characters,
  x: number,
  xEnd: number,
  right: Characters,
  y: number,
  yEnd: number,
): boolean {
  const xCount = xEnd - x;
  const yCount = yEnd - y;
  if (xCount <= 1 && yCount <= 1) return xCount + yCount > 0;
  return xCount === 2 && yCount === 2 && left[x] === right[y + 1] && left[x + 1] === right[y];
}

function isPlain(text: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if ((text[i] as number) >= 0x80) return false;
  return true;
}

function pointsOf(text: Uint8Array, start: number, end: number): number[] {
  const points: number[] = [];
  for (let i = start; i < end; i += 1) {
    const byte = text[i] as number;
    // Four bytes at most make a number that no other character has.
    if (isContinuation(byte)) points.push((points.pop() ?? 0) * 256 + byte);
    else points.push(byte);
  }
  return points;
}
