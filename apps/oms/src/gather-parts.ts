const atOnce = 1_000;

/** Reads a list to its end, part by part. */
export async function gatherParts<Item, Key>(
  readPart: (after: Key | undefined, limit: number) => Promise<readonly Item[]>,
  keyOf: (item: Item) => Key,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: Key | undefined;
  for (;;) {
    const part = await readPart(after, atOnce);
    for (const item of part) items.push(item);
    const last = part.at(-1);
    if (last === undefined || part.length < atOnce) return items;
    after = keyOf(last);
  }
}
