/** What `pnpm lab NAME --short --seed N` says to test files. */
const { SHORT, SEED } = process.env;

export const isShort: boolean = SHORT !== undefined;

export const seed: number = Number(SEED ?? Math.floor(Math.random() * 2 ** 31));

/** All items, or in the short form one of `part`, others with each seed. */
export function sampleOf<Item>(items: readonly Item[], part: number): readonly Item[] {
  return isShort ? items.filter((_, index) => index % part === seed % part) : items;
}
