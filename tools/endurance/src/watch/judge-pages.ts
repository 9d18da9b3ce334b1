import type { ToldRow } from "./told-row.ts";

/** Says where what a user is shown is not all that was told, newest first, under ids without a gap and at times that never fall. */
export function judgePages(
  userId: string,
  rows: readonly ToldRow[],
  messageIds: ReadonlySet<string>,
): string[] {
  const shown = new Set(rows.map(({ message_id }) => message_id));
  const missing = [...messageIds].filter((each) => !shown.has(each));
  const strange = [...shown].filter((each) => !messageIds.has(each));
  const faults = [
    ...missing.map((each) => `${userId} was told ${each}, and is not shown it`),
    ...strange.map((each) => `${userId} is shown ${each}, and was not told it`),
  ];
  if (shown.size !== rows.length) faults.push(`${userId} is shown something twice`);
  for (const [index, row] of rows.slice(1).entries()) {
    const newer = rows[index] as ToldRow;
    if (newer.id !== row.id + 1) faults.push(`${userId} is shown ${newer.id} just before ${row.id}`);
    if (newer.created_at < row.created_at)
      faults.push(`${userId} is shown ${newer.id}, which is told to be older than ${row.id}`);
  }
  return faults;
}
