import { setTimeout as wait } from "node:timers/promises";
import { importCatalog } from "@trading-oms/brokerage";
import { openSqliteStore } from "@trading-oms/store";
import { makeRecord, makeServices } from "../harness/accounts.ts";

/**
 * Writes large amounts of data into a SQLite file, while the parent process measures how long its own small writes
 * wait.
 */
const [path = "", kind, countText = "0", ...words] = process.argv.slice(2);
const count = Number(countText);
const store = await openSqliteStore({ path });
if (kind === "quotes") await saveQuotes(Number(words[0]));
else await importRows(words[0] ?? "S", words[1] === "held");
await store.close();

/** An import that is to be killed pauses before its last rows, so that the kill is not too late. */
async function importRows(prefix: string, isHeld: boolean): Promise<void> {
  const lines = async function* () {
    for (let index = 0; index < count; index += 1) {
      if (isHeld && index === Math.floor(0.9 * count)) await wait(60_000);
      yield { line: index + 2, record: makeRecord(`${prefix}${index}`) };
    }
  };
  let isHalfWay = false;
  await importCatalog(makeServices(store), lines(), (done) => {
    if (isHalfWay || done < count / 2) return;
    isHalfWay = true;
    process.stdout.write(`half-way at ${done}\n`);
  });
}

/** Saves quotes repeatedly with increasing times. Each is as long as a quote with ten levels per side. */
async function saveQuotes(rounds: number): Promise<void> {
  const snapshot = JSON.stringify({ levels: "x".repeat(1_200) });
  const beganMs = Date.now();
  for (let round = 0; round < rounds; round += 1) {
    const symbols = Array.from({ length: count }, (_, index) => `S${index}`);
    await store.saveQuotes(
      symbols.map((symbol) => ({ symbol, atMs: beganMs + round, seq: 1, day: "{}", snapshot })),
      { nowMs: beganMs + round },
    );
  }
}
