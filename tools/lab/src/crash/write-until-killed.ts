import { openAccount, setMark, takeTurns } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { makeServices } from "../ground/accounts.ts";
import { makeDice } from "../ground/dice.ts";
import { coveredStock } from "./stock.ts";
import type { Writing } from "./writers.ts";
import { keepCovering, keepHolding, keepMoving, lookAtAudit, retry } from "./writers.ts";

/**
 * Works on a store until it is killed, with two accounts per user. The first eight accounts move cash; every second one
 * of them also changes a position, and those of every second user cover one. The other accounts only cover.
 */
const [place = "", seedText = "1", accountCount = "16"] = process.argv.slice(2);
const movingCount = 8;
const isOnServer = place.startsWith("postgres");
const store = isOnServer ? await openPostgresqlStore({ url: place }) : await openSqliteStore({ path: place });

const dice = makeDice(Number(seedText));
const random = (): number => dice(2 ** 24);
const writing: Writing = {
  services: {
    ...makeServices(store),
    makeId: () => `TX-${random()}`,
    inTurn: takeTurns(() => performance.now()),
  },
  random,
  tell: (line) => {
    process.stdout.write(`${line}\n`);
  },
  // Longer than a server needs to restart, and longer than this process lives.
  triesMax: isOnServer ? 500 : 1,
};
writing.tell("ready");
// During trading hours no cover is lowered on an old price.
const mark = { symbol: coveredStock.symbol, price: coveredStock.markPrice };
await retry(() => setMark(writing.services, mark), writing.triesMax);
const keys = Array.from({ length: Number(accountCount) }, (_, index) => ({
  userId: `u-${Math.floor(index / 2)}`,
  accountId: `A-${index}`,
}));
await Promise.all(keys.map((key, index) => work(key, index)));

async function work(key: AccountKey, index: number): Promise<void> {
  await retry(() => openAccount(writing.services, key), writing.triesMax);
  const idPrefix = `${process.pid}-${seedText}`;
  const isMoving = index < movingCount;
  const isCovering = !isMoving || index % 4 >= 2;
  const works: Promise<void>[] = [];
  if (isMoving) works.push(keepMoving(writing, key, idPrefix));
  if (isMoving && index % 2 === 1) works.push(keepHolding(writing, key));
  if (isCovering) works.push(keepCovering(writing, key, idPrefix));
  // Each process verifies one audit, a different one each time: they grow long.
  if (isCovering && index === Number(seedText) % keys.length) works.push(lookAtAudit(writing, key));
  await Promise.all(works);
}
