import { setTimeout } from "node:timers/promises";
import { type CatalogLine, importCatalog } from "@trading-oms/brokerage";
import { openSqliteStore } from "@trading-oms/store";

/** Whoever was to kill a held import has failed by then. */
const heldMs = 60_000;

/**
 * Imports a catalog of a given size into a SQLite file, and prints when it is half-way and when it is done. One that is held
 * waits before its last rows, so that whoever kills it half-way does not come too late.
 */
const [path = "", countText = "0", prefix = "S", extent = "whole"] = process.argv.slice(2);
const rowCount = Number(countText);
const store = await openSqliteStore({ path });
let isHalfWay = false;
const outcome = await importCatalog({ store, now: () => Date.now() }, makeLines(rowCount), (count) => {
  if (isHalfWay || count < rowCount / 2) return;
  isHalfWay = true;
  process.stdout.write(`half-way at ${count}\n`);
});
await store.close();
process.stdout.write(`${JSON.stringify(outcome)}\n`);

async function* makeLines(count: number): AsyncGenerator<CatalogLine> {
  const heldAt = extent === "held" ? Math.floor(0.9 * count) : count;
  for (let index = 0; index < count; index += 1) {
    if (index === heldAt) await setTimeout(heldMs);
    const symbol = `${prefix}${index}`;
    const record = {
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: `Công ty Cổ phần số ${index}`,
      sectorLevel1: "Công nghiệp",
      referencePrice: 25_000_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    };
    yield { line: index + 2, record };
  }
}
