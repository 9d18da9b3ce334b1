/** The accounts that clients compete for, and orders to cover over HTTP. */
import type { Services } from "@trading-oms/brokerage";
import { moveCash, openAccount, setPosition, setPrice, setRates, valueAccount } from "@trading-oms/brokerage";
import { makeRecord, need, readAudit } from "../harness/accounts.ts";
import { type Connection, paths, writeRequest } from "../harness/wire.ts";
import { type HistoryEvent, recordRequest } from "../model/history.ts";
import type { LeftAccount, SentCover } from "../model/orders.ts";

/** A position that clients compete for, and its owner. */
export type RacedPosition = {
  readonly userId: string;
  readonly accountId: string;
  readonly symbol: string;
};

/** The number of positions of each account of each user, from one to four. */
const accountsByUser = [[4, 2], [4], [3, 1], [3], [2], [1]] as const;

/** Lists the twenty positions of six users in eight accounts. */
export function listRacedPositions(): RacedPosition[] {
  return accountsByUser.flatMap((accounts, user) =>
    accounts.flatMap((positionCount, account) =>
      Array.from({ length: positionCount }, (_, position) => ({
        userId: `racer-${user + 1}`,
        accountId: `RACE-${user + 1}-${account + 1}`,
        symbol: `R${position + 1}`,
      })),
    ),
  );
}

/** The catalog records of their symbols. */
export function listRacedRecords() {
  return [...new Set(listRacedPositions().map(({ symbol }) => symbol))].map((symbol) => makeRecord(symbol));
}

/** The rates of raced positions, and how each is entered. */
const racedRates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const entered = { quantity: 1_000n, price: 25_000_000n };
const markPrice = 20_000_000n;

/** Leaves a trading power of 6,000,000 VND per position; a full cover takes 12,500,000. */
const equityOfPositionVnd = 21_000_000n;

/**
 * Opens the accounts with their cash and positions. Each position is called and has lost 5,000,000 of 25,000,000 VND.
 */
export async function openRacedAccounts(
  services: Services,
  positions: readonly RacedPosition[],
): Promise<void> {
  for (const [accountId, held] of Map.groupBy(positions, (each) => each.accountId)) {
    const key = { userId: held[0]?.userId ?? "", accountId };
    need(await openAccount(services, key));
    const amountVnd = equityOfPositionVnd * BigInt(held.length);
    need(await moveCash(services, { key, kind: "deposit", amountVnd }));
    for (const { symbol } of held) {
      need(await setRates(services, { level: "symbol", name: symbol, rates: racedRates }));
      need(await setPosition(services, { ...key, symbol }, entered));
    }
  }
  for (const symbol of new Set(positions.map((each) => each.symbol))) {
    need(await setPrice(services, { isConfirmed: true, symbol, price: markPrice }));
  }
}

/** The accounts after a race, and the faults of their audits. */
export type LeftAccounts = { readonly accounts: readonly LeftAccount[]; readonly faults: readonly string[] };

/** Reads the accounts with the service's own valuation, and verifies their audits entry by entry. */
export async function readRacedAccounts(
  services: Services,
  positions: readonly RacedPosition[],
): Promise<LeftAccounts> {
  const accounts: LeftAccount[] = [];
  const faults: string[] = [];
  for (const [accountId, held] of Map.groupBy(positions, (each) => each.accountId)) {
    const key = { userId: held[0]?.userId ?? "", accountId };
    const state = await services.store.readAccount(key);
    if (state === undefined) throw new Error(`The account ${accountId} is gone.`);
    const { figures } = await valueAccount(services, state.account, state.positions);
    const audit = await readAudit(services, key);
    faults.push(...audit.faults);
    const coveredVnd = new Map(state.positions.map((each) => [each.symbol, each.coveredVnd]));
    accounts.push({ accountId, ...figures, coveredVnd, entries: audit.entries });
  }
  return { accounts, faults };
}

/** An order to be sent. */
export type CoverToSend = {
  readonly position: RacedPosition;
  readonly amountVnd: number;
  readonly key: string | undefined;
  readonly requestId: string;
  readonly token: string;
  readonly isForeign: boolean;
};

/** The request of an order. */
export function requestOf({ position, amountVnd, key, requestId, token }: Omit<CoverToSend, "isForeign">) {
  const { accountId, symbol } = position;
  return {
    ...({ method: "PATCH", path: paths.cover, token } as const),
    headers: { "X-Request-Id": requestId, ...(key !== undefined && { "Idempotency-Key": key }) },
    body: { accountId, symbol, amount: amountVnd },
  };
}

/** An order as the history shows it. */
export function describeCover({
  position,
  amountVnd,
  key,
  requestId,
}: Omit<CoverToSend, "token" | "isForeign">) {
  const text = `covers ${position.symbol} with ${amountVnd}${key === undefined ? "" : ` under ${key}`}`;
  return { requestId, subject: position.accountId, text };
}

/** Sends an order on a persistent connection. Throws without an answer: nothing should cut the connection here. */
export async function sendCover(
  connection: Connection,
  order: CoverToSend,
  history: HistoryEvent[],
): Promise<SentCover> {
  const { position, amountVnd, key, requestId, isForeign } = order;
  const { accountId, symbol } = position;
  const settle = recordRequest(history, describeCover(order));
  const { status, headers, body } = await connection.ask(writeRequest(requestOf(order)));
  const retryAfter = headers.get("retry-after");
  return {
    ...{ requestId, key, accountId, symbol, amountVnd, isForeign, status, retryAfter, body },
    ...settle(status, body),
  };
}

/**
 * Reads the covers of all positions and calls `look` with each, to set the current amount again on each server at rest.
 */
export async function lookAtCovers(
  { store }: Services,
  positions: readonly RacedPosition[],
  look: (position: RacedPosition, coveredVnd: number) => Promise<void>,
): Promise<void> {
  for (const position of positions) {
    const state = await store.readAccount(position);
    const held = state?.positions.find(({ symbol }) => symbol === position.symbol);
    await look(position, Number(held?.coveredVnd));
  }
}
