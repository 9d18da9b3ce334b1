/** A value of a statement as it is where each of these writers is in the place of another. */
export function ownValueOf(value: unknown, others: ReadonlyMap<number, number>): unknown {
  if (Array.isArray(value)) return value.map((each) => ownValueOf(each, others));
  if (typeof value !== "string") return value;
  return value.replaceAll(/\b(user|account)-(\d+)/g, (_, word: string, writer: string) => {
    return `${word}-${others.get(Number(writer)) ?? writer}`;
  });
}
