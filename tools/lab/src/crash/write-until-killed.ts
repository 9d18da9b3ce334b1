import { openAccount, setMark, takeTurns } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { makeServices } from "../ground/accounts.ts";
import { makeDice } from "../ground/dice.ts";
import { coveredStock } from "./stock.ts";
import type { Writing } from "./writers.ts";
import { keepCovering, keepHolding, keepMoving, lookAtAudit, retry } from "./writers.ts";

/**
 * Works on a store until it is killed, two accounts a user. On the first eight it moves cash, on every other of them it
 * changes a position as well, and on every other user's of them it covers one; on the rest it does nothing but cover.
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
  // Longer than a server needs to start anew, and than a process lives until it is killed.
  triesMax: isOnServer ? 500 : 1,
};
writing.tell("ready");
// In a session nothing is released on an old price.
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
  // One audit in a process, and each of them in its turn: they grow long.
  if (isCovering && index === Number(seedText) % keys.length) works.push(lookAtAudit(writing, key));
  await Promise.all(works);
}
