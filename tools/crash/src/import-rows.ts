import { type CatalogLine, importCatalog } from "@trading-oms/brokerage";
import { openSqliteStore } from "@trading-oms/store";

/** Imports a catalog of a given size into a SQLite file, and prints when it begins to write and when it is done. */
const [path = "", countText = "0", prefix = "S"] = process.argv.slice(2);
const store = await openSqliteStore({ path });
let hasBegun = false;
const outcome = await importCatalog(
  { store, now: () => Date.now() },
  makeLines(Number(countText)),
  (count) => {
    if (!hasBegun) process.stdout.write(`begun at ${count}\n`);
    hasBegun = true;
  },
);
await store.close();
process.stdout.write(`${JSON.stringify(outcome)}\n`);

async function* makeLines(count: number): AsyncGenerator<CatalogLine> {
  for (let index = 0; index < count; index += 1) {
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
