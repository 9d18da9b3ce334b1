/** What a user was told, by the numbers and the message ids in the store, and how often each account was called. */
export type KeptUser = {
  readonly userId: string;
  readonly count: number;
  readonly numbers: readonly number[];
  readonly messageIds: readonly string[];
  readonly calls: ReadonlyMap<string, number>;
};

/** Each user's numbers have a stretch of this length to themselves. */
const stretch = 4_194_304;

/**
 * Says where a user was not told of each thing once that happened: numbers run from the first of the user's stretch
 * without a gap, also where two accounts of the user were changed at once, and no message is there twice.
 */
export function judgeNotifications(
  { userId, count, numbers, messageIds }: Omit<KeptUser, "calls">,
  due: readonly string[],
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
  if (told.size !== messageIds.length) faults.push(`${userId} was told the same thing twice`);
  const missing = due.filter((messageId) => !told.has(messageId));
  if (missing.length > 0) faults.push(`${userId} was not told of ${missing[0]}, one of ${missing.length}`);
  const known = new Set(due);
  const groundless = messageIds.find((messageId) => !known.has(messageId));
  if (groundless !== undefined) faults.push(`${userId} was told of ${groundless}, which is not there`);
  return faults;
}
