import type { Store } from "@trading-oms/brokerage/ports";
import { type Figure, medianOf } from "../print-figures.ts";

const rounds = 201;
const offsets = [0, 90_000, 1_000_000];

/** How long a page of notifications takes, near and far, of a user who was told more than a million. */
export async function benchPages(engine: string, store: Store, userId: string): Promise<Figure[]> {
  const times = new Map(offsets.map((offset) => [offset, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [offset, taken] of times) {
      const began = performance.now();
      const page = await store.listNotifications(userId, { limit: 50, offset });
      taken.push((performance.now() - began) * 1_000);
      if (page.length !== 50) throw new Error(`The page at ${offset} has ${page.length} rows.`);
    }
  }
  const medians = new Map([...times].map(([offset, taken]) => [offset, medianOf(taken)]));
  const first = medians.get(0) ?? Number.NaN;
  return offsets.flatMap((offset) => {
    const median = medians.get(offset) ?? Number.NaN;
    const at = `${engine}: page at ${offset.toLocaleString("en")}`;
    const figure = { what: at, value: median, unit: "µs" };
    return offset === 0
      ? [figure]
      : [figure, { what: `${at}, beside the first`, value: median / first, unit: "×", reach: 1.2 }];
  });
}
