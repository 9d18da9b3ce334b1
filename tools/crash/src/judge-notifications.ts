/** What a user was told, by the numbers and the message ids in the store. */
export type KeptUser = {
  readonly userId: string;
  readonly count: number;
  readonly numbers: readonly number[];
  readonly messageIds: readonly string[];
};

/** Each user's numbers have a stretch of this length to themselves. */
const stretch = 4_194_304;

/**
 * Says where a user was not told of each movement once: numbers run from the first of the user's stretch without a
 * gap, also where two accounts of the user were moved at once, and no message is there twice.
 */
export function judgeNotifications(
  { userId, count, numbers, messageIds }: KeptUser,
  movements: readonly { readonly movementId: string; readonly kind: string }[],
): string[] {
  const faults: string[] = [];
  const sorted = numbers.toSorted((left, right) => left - right);
  const before = Math.floor((sorted[0] ?? 0) / stretch) * stretch;
  const gap = sorted.findIndex((number, index) => number !== before + index + 1);
  if (gap !== -1)
    faults.push(`${userId} was told of number ${sorted[gap]} where ${before + gap + 1} was due`);
  if (count !== numbers.length) {
    faults.push(`${userId} was told of ${numbers.length}, and ${count} were counted`);
  }
  const told = new Set(messageIds);
  if (told.size !== messageIds.length) faults.push(`${userId} was told of a movement twice`);
  const due = movements.map(
    ({ movementId, kind }) => `${kind === "deposit" ? "Deposit" : "Withdraw"}/${movementId}`,
  );
  const missing = due.filter((messageId) => !told.has(messageId));
  if (missing.length > 0) faults.push(`${userId} was not told of ${missing[0]}, one of ${missing.length}`);
  if (told.size > due.length - missing.length) {
    faults.push(
      `${userId} was told of ${told.size - due.length + missing.length} movements that are not there`,
    );
  }
  return faults;
}
