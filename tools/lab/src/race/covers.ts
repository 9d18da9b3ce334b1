import {
  type AuditEntry,
  moveCash,
  openAccount,
  type Refusal,
  readAuditEntry,
  type Services,
  setMark,
  setPosition,
  setRates,
  valueAccount,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { openWire, type Wire, type WireAnswer } from "../ground/wire.ts";

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

function need(outcome: { readonly kind: "done" } | Refusal): void {
  if (outcome.kind === "refused") throw new Error(outcome.message);
}

/** What is left of a race, and where an audit is not whole. */
export type LeftAccounts = { readonly accounts: readonly RacedAccount[]; readonly faults: readonly string[] };

const entriesInPart = 1_000;

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
    const verdict = await verifyAudit(services, key);
    if (verdict.kind === "refused") faults.push(verdict.message);
    if (verdict.kind === "broken")
      faults.push(`the audit of ${accountId} is broken at ${verdict.place}: ${verdict.why}`);
    const coveredVnd = new Map(state.positions.map((each) => [each.symbol, each.coveredVnd]));
    accounts.push({ accountId, ...figures, coveredVnd, entries: await readEntries(services, key, faults) });
  }
  return { accounts, faults };
}

async function readEntries({ store }: Services, key: AccountKey, faults: string[]): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let place = 0; ; ) {
    const part = await store.listAudits(key, { after: place, limit: entriesInPart });
    for (const record of part) {
      place = record.place;
      const entry = readAuditEntry(record.entry);
      if (entry === undefined)
        faults.push(`${key.accountId} has an entry that can't be read: ${record.entry}`);
      else entries.push(entry);
    }
    if (part.length < entriesInPart) return entries;
  }
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

/** Sends orders to one server on one kept connection, one at a time. */
export type Lane = {
  readonly send: (order: CoverToSend) => Promise<SentCover>;
  readonly close: () => void;
};

/** Opens a lane to a server of this machine; a request that is cut is one that nobody should have cut. */
export async function openLane(port: number): Promise<Lane> {
  const opening = await openWire(port);
  if (opening.kind !== "open") throw new Error(`The server on port ${port} takes no connection.`);
  let wire: Wire = opening.wire;
  return {
    send: async (order) => {
      const exchange = await wire.ask(render(order));
      if (exchange.kind !== "answered")
        throw new Error(`${order.requestId} came to ${JSON.stringify(exchange)}.`);
      if (exchange.answer.isLast) {
        wire.close();
        const again = await openWire(port);
        if (again.kind !== "open")
          throw new Error(`The server on port ${port} takes no connection any more.`);
        wire = again.wire;
      }
      return sentOf(order, exchange.answer);
    },
    close: () => wire.close(),
  };
}

function render({ position, amountVnd, key, requestId, token }: CoverToSend): string {
  const { accountId, symbol } = position;
  const body = JSON.stringify({ accountId, symbol, amount: amountVnd });
  const lines = [
    "PATCH /api/v1/users/covered-margin-call HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    `X-Request-Id: ${requestId}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function sentOf(order: CoverToSend, { status, headers, body }: WireAnswer): SentCover {
  const { position, amountVnd, key, requestId, isForeign } = order;
  const { accountId, symbol } = position;
  const retryAfter = headers.get("retry-after");
  return { requestId, key, accountId, symbol, amountVnd, isForeign, status, retryAfter, body };
}
