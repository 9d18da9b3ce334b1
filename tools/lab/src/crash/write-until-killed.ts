import { moveCash, openAccount, setPrice, takeTurns } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { makeServices } from "../harness/accounts.ts";
import { makeDice } from "../harness/dice.ts";
import { retry } from "../harness/figures.ts";
import { coveredStock, heldStock, onePrice } from "./fixtures.ts";
import { keepChanging, keepMoving, lookAtAudit, type Writing } from "./writers.ts";

/**
 * Works on a store until it is killed. `check-engine.ts` starts it, kills it, and compares its output with the store. Each
 * user has two accounts. The first eight accounts move cash; every second of them also changes a position. The accounts of
 * every second user among them, and all other accounts, cover one.
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
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  // Only a server can be away: retries last longer than its restart. A file is tried once.
  triesMax: isOnServer ? 500 : 1,
};
writing.print("ready");
// In trading hours `setCover` lowers no cover without a fresh price, so one is set first.
const mark = {
  symbol: coveredStock.symbol,
  price: coveredStock.market.markVnd * onePrice,
  isConfirmed: true,
};
await retry(() => setPrice(writing.services, mark), writing.triesMax);
const keys = Array.from({ length: Number(accountCount) }, (_, index) => ({
  userId: `u-${Math.floor(index / 2)}`,
  accountId: `A-${index}`,
}));
const isMoving = (index: number): boolean => index < movingCount;
const isCovering = (index: number): boolean => !isMoving(index) || index % 4 >= 2;
const coveringKeys = keys.filter((_, index) => isCovering(index));
// Each process verifies one audit, a different one each time: they grow long.
const auditedKey = coveringKeys[Number(seedText) % coveringKeys.length];
await Promise.all(keys.map((key, index) => work(key, index)));

async function work(key: AccountKey, index: number): Promise<void> {
  await retry(() => openAccount(writing.services, key), writing.triesMax);
  const idPrefix = `${process.pid}-${seedText}`;
  const works: Promise<void>[] = [];
  if (isMoving(index)) works.push(keepMoving(writing, key, idPrefix));
  const isHolding = isMoving(index) && index % 2 === 1;
  if (isHolding || isCovering(index)) await fund(key);
  if (isHolding) works.push(keepChanging(writing, key, heldStock, idPrefix));
  if (isCovering(index)) works.push(keepChanging(writing, key, coveredStock, idPrefix));
  if (key === auditedKey) works.push(lookAtAudit(writing, key));
  await Promise.all(works);
}

/** Deposits enough for all positions of an account, once. */
async function fund(key: AccountKey): Promise<void> {
  const movement = {
    key,
    kind: "deposit",
    amountVnd: 1_000_000_000n,
    movementId: `fund-${key.accountId}`,
  } as const;
  const funded = await retry(() => moveCash(writing.services, movement), writing.triesMax);
  if (funded.kind === "refused" && funded.code === "too_busy") return fund(key);
  if (funded.kind === "refused") throw new Error(funded.message);
}
