/**
 * Whether two texts differ by one typing error: a character replaced, missing or added, or two neighbours swapped. Texts
 * with surrogate pairs have to be told as arrays of characters.
 */
export function isOneSlip(left: ArrayLike<string>, right: ArrayLike<string>): boolean {
  let leftEnd = left.length;
  let rightEnd = right.length;
  if (leftEnd - rightEnd > 1 || rightEnd - leftEnd > 1) return false;
  let start = 0;
  while (start < leftEnd && start < rightEnd && left[start] === right[start]) start += 1;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const leftCount = leftEnd - start;
  const rightCount = rightEnd - start;
  if (leftCount <= 1 && rightCount <= 1) return leftCount + rightCount > 0;
  return (
    leftCount === 2 &&
    rightCount === 2 &&
    left[start] === right[start + 1] &&
    left[start + 1] === right[start]
  );
}
