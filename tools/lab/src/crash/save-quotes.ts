import { openSqliteStore } from "@trading-oms/store";

/** As long as a quote with ten levels a side. */
const snapshot = JSON.stringify({ levels: "x".repeat(1_200) });

/** Saves a given number of quotes into a SQLite file over and over, each time as later ones, and prints when it is done. */
const [path = "", countText = "0", roundsText = "1"] = process.argv.slice(2);
const store = await openSqliteStore({ path });
const beganMs = Date.now();
for (let round = 0; round < Number(roundsText); round += 1) {
  const records = Array.from({ length: Number(countText) }, (_, index) => ({
    symbol: `S${index}`,
    atMs: beganMs + round,
    seq: 1,
    snapshot,
  }));
  await store.saveQuotes(records);
}
await store.close();
process.stdout.write("done\n");
