/** Many positions in one symbol, their prices, and what is left of them after they were doubled. */
import {
  openAccount,
  openReferenceBook,
  readAuditEntry,
  type Services,
  setPosition,
  setRates,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey, AccountState } from "@trading-oms/brokerage/ports";
import type { Price } from "@trading-oms/market";
import { listRecords, makeRecord, need } from "../harness/accounts.ts";
import { inLanes } from "../harness/lanes.ts";

export const symbol = "EXD";

/** Half of the entry value is posted. */
const rates = { marginRatio: 500_000n, marginCallRate: 490_000n, forceCloseRate: 470_000n };

/**
 * A position that was entered at 100,000 is called below 98,039, and below 49,020 when it is doubled; one that was entered at
 * 99,000 below 48,529. At 48,000 all are called, and none is forced to close.
 */
export const prices = {
  close: 100_000_000n,
  halved: 50_000_000n,
  lowestBorne: 49_100_000n,
  highest: 53_000_000n,
  fall: 48_000_000n,
  /** A whole number of price steps on both sides of 50,000. */
  step: 100_000n,
} as const;

const quantityOf = (index: number): bigint => BigInt(100 * (1 + (index % 10)) + (index % 7));
const entryPriceOf = (index: number): Price => prices.close - BigInt(index % 11) * prices.step;
const keyOf = (index: number): AccountKey => ({ userId: `holder-${index}`, accountId: `EXD-${index}` });

const laneCount = 64;

/** Lists the symbol, and enters a position in it for each account. */
export async function fill(services: Services, positions: number): Promise<void> {
  await listRecords(services, [makeRecord(symbol, { referencePrice: prices.close })]);
  need(await setRates(services, { level: "symbol", name: symbol, rates }));
  const withBook = { ...services, book: await openReferenceBook(services) };
  await inLanes(laneCount, Array(positions).keys(), async (index) => {
    need(await openAccount(withBook, keyOf(index)));
    const entry = { quantity: quantityOf(index), price: entryPriceOf(index) };
    need(await setPosition(withBook, { ...keyOf(index), symbol }, entry));
  });
}

const readAtOnce = 500;
const verifiedCount = 200;

/** Reports positions that were not doubled exactly once, and accounts that were told of more or fewer calls. */
export async function checkHeld(services: Services, positions: number, callCount: number): Promise<string[]> {
  const faults: string[] = [];
  for (let first = 0; first < positions; first += readAtOnce) {
    const count = Math.min(readAtOnce, positions - first);
    const indexes = Array.from({ length: count }, (_, index) => first + index);
    const states = await services.store.readAccounts(indexes.map(keyOf));
    const stateOf = new Map(states.map((state) => [state.account.accountId, state]));
    for (const index of indexes) {
      const fault = findFault(index, stateOf.get(keyOf(index).accountId), callCount);
      if (fault !== undefined) faults.push(`${keyOf(index).accountId}: ${fault}`);
    }
  }
  const step = Math.max(1, Math.floor(positions / verifiedCount));
  for (let index = 0; index < positions; index += step)
    faults.push(...(await verify(services, keyOf(index))));
  return faults;
}

function findFault(index: number, state: AccountState | undefined, callCount: number): string | undefined {
  const position = state?.positions.find((each) => each.symbol === symbol);
  if (state === undefined || position === undefined) return "the position is not there";
  const before = {
    quantity: quantityOf(index),
    entryVnd: (quantityOf(index) * entryPriceOf(index)) / 1_000n,
  };
  const wanted = `${before.quantity * 2n} for ${before.entryVnd} with ${before.entryVnd / 2n} posted`;
  const found = `${position.quantity} for ${position.entryVnd} with ${position.postedVnd} posted`;
  if (found !== wanted) return `${found} are held and not ${wanted}`;
  if (state.notificationCount !== callCount)
    return `${state.notificationCount} notifications were stored and not ${callCount}`;
  // The entry of the position, its adjustment, and each opening of a call.
  const auditCount = 2 + callCount;
  if (state.account.auditCount !== auditCount)
    return `its audit has ${state.account.auditCount} entries and not ${auditCount}`;
  const openCount = state.episodes.filter(({ isOpen, number }) => isOpen && number === 1n).length;
  return openCount === callCount ? undefined : `${openCount} first calls are open and not ${callCount}`;
}

async function verify(services: Services, key: AccountKey): Promise<string[]> {
  const verdict = await verifyAudit(services, key);
  if (verdict.kind === "refused") return [verdict.message];
  if (verdict.kind === "broken")
    return [`the audit of ${key.accountId} is broken at ${verdict.place}: ${verdict.why}`];
  const records = await services.store.listAudits(key, { after: 0, limit: 10 });
  const adjustments = records.filter(({ entry }) => readAuditEntry(entry)?.kind === "adjustment");
  return adjustments.length === 1 ? [] : [`${key.accountId} was adjusted ${adjustments.length} times`];
}
