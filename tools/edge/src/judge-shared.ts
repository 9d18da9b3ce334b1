/** What a configuration names that others have to name as well. */
export type NamedIn = { readonly file: string; readonly id: string };

/** Workers that are deployed together share one database, and one bucket: what is written by one is read by another. */
export function judgeShared(
  named: readonly NamedIn[],
  { what, mend }: { readonly what: string; readonly mend: string },
): string[] {
  if (new Set(named.map(({ id }) => id)).size <= 1) return [];
  const files = [...new Set(named.map(({ file }) => file))].join(" and ");
  return [`${files} name different ${what}: ${mend}`];
}

export const oneDatabase = {
  what: "databases",
  mend: "put the id of one D1 into all of them.",
} as const;

export const oneHyperdrive = {
  what: "Hyperdrives",
  mend: "put the id of one into all of them.",
} as const;

export const oneBucket = {
  what: "buckets",
  mend: "put the name of one R2 bucket into all of them.",
} as const;
