import type { AuditEntry, Services } from "@trading-oms/brokerage";
import { moveCash, openAccount, setMark, setPosition, setRates, valueAccount } from "@trading-oms/brokerage";
import { makeRecord, need, readAudit } from "../ground/accounts.ts";
import { type Connection, paths, writeRequest } from "../ground/wire.ts";

/** An order to cover as it went over the wire, and how it was answered. */
export type SentCover = {
  readonly requestId: string;
  /** Undefined where it was sent without an Idempotency-Key. */
  readonly key: string | undefined;
  readonly accountId: string;
  readonly symbol: string;
  readonly amountVnd: number;
  /** Whether the token was another user's, who has no such position. */
  readonly isForeign: boolean;
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
};

/** What an answer of 200 tells, as far as it is judged. */
type ToldCover = {
  readonly status: "success" | "failed";
  readonly message: string;
  readonly newCoveredMarginCall: number;
  readonly maintenanceMargin: number;
  readonly tradingPower: number;
};

/** Reads what an order was told; undefined where it was answered by another status. */
export function toldCover({ status, body }: Pick<SentCover, "status" | "body">): ToldCover | undefined {
  return status === 200 ? (JSON.parse(body) as ToldCover) : undefined;
}

/** A position that is raced for, and the user whose it is. */
export type RacedPosition = {
  readonly userId: string;
  readonly accountId: string;
  readonly symbol: string;
};

/** What the store holds of an account after a race. */
export type RacedAccount = {
  readonly accountId: string;
  /** What the account needs and has left as brokerage computes it now, and what is covered of it. */
  readonly maintenanceMarginVnd: bigint;
  readonly tradingPowerVnd: bigint;
  readonly coveredVnd: ReadonlyMap<string, bigint>;
  readonly entries: readonly AuditEntry[];
};

/** Users with their accounts, each with the number of its positions: one position has its account alone, four share one. */
const accountsByUser = [[4, 2], [4], [3, 1], [3], [2], [1]] as const;

/** Lists the twenty positions that are raced for, of six users in eight accounts. */
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

/** The symbols of those positions as a catalog has them. */
export function listRacedRecords() {
  return [...new Set(listRacedPositions().map(({ symbol }) => symbol))].map((symbol) => makeRecord(symbol));
}

const quantity = 1_000n;
const entryPrice = 25_000_000n;
const markPrice = 20_000_000n;

/** Leaves a power of 6,000,000 VND for each position, while a position takes 12,500,000 before it is covered in full. */
const equityOfPositionVnd = 21_000_000n;

/** Opens the accounts with their cash and positions; each position is called and has lost 5,000,000 of 25,000,000 VND. */
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
      const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
      need(await setRates(services, { level: "symbol", name: symbol, rates }));
      need(await setPosition(services, { ...key, symbol }, { quantity, price: entryPrice }));
    }
  }
  for (const symbol of new Set(positions.map((each) => each.symbol))) {
    need(await setMark(services, { symbol, price: markPrice }));
  }
}

/** What is left of a race, and where an audit is not whole. */
export type LeftAccounts = { readonly accounts: readonly RacedAccount[]; readonly faults: readonly string[] };

/** Reads the accounts as the service itself would value them, and looks through their audits link by link. */
export async function readRacedAccounts(
  services: Services,
  positions: readonly RacedPosition[],
): Promise<LeftAccounts> {
  const accounts: RacedAccount[] = [];
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

/** An order before it is sent. */
export type CoverToSend = {
  readonly position: RacedPosition;
  readonly amountVnd: number;
  readonly key: string | undefined;
  readonly requestId: string;
  readonly token: string;
  readonly isForeign: boolean;
};

/** Sends an order on a kept connection; nobody should cut it, so that it throws where there is no answer. */
export async function sendCover(connection: Connection, order: CoverToSend): Promise<SentCover> {
  const { position, amountVnd, key, requestId, isForeign, token } = order;
  const { accountId, symbol } = position;
  const { status, headers, body } = await connection.ask(
    writeRequest({
      method: "PATCH",
      path: paths.cover,
      token,
      headers: { "X-Request-Id": requestId, ...(key !== undefined && { "Idempotency-Key": key }) },
      body: { accountId, symbol, amount: amountVnd },
    }),
  );
  const retryAfter = headers.get("retry-after");
  return { requestId, key, accountId, symbol, amountVnd, isForeign, status, retryAfter, body };
}

/** Asks for what is in force already, of each position on each server, when all is quiet. */
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
