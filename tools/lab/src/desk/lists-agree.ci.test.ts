/** What two servers list for the desk is what the store says, after a thousand random changes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AccountStatus,
  closeHolding,
  listAccountStatuses,
  markClosing,
  moveCash,
  openAccount,
  type Services,
  setPosition,
  setPrice,
  setRates,
} from "@trading-oms/brokerage";
import { runOms } from "@trading-oms/scratch";
import { isShort, seed } from "@trading-oms/scratch/short-form";
import { expect, test } from "vitest";
import { listRecords, makeRecord, need } from "../harness/accounts.ts";
import { type Dice, makeDice } from "../harness/dice.ts";
import { measureUntil } from "../harness/figures.ts";
import { type ServerProcess, startServerProcess, stopInPeace } from "../harness/server.ts";
import { withStore } from "../harness/stores.ts";

const symbols = ["AAA", "BBB", "CCC", "DDD"] as const;
const accountCount = 30;
const changeCount = isShort ? 400 : 1_000;
/** The lists are compared so often, while nothing changes. */
const everyChanges = 200;
/** A server follows changes of others within a second, on a machine that is not busy. */
const agreedMsMax = 10_000;
const origin = { actor: { kind: "operator", name: "lab" } } as const;

test("both servers list what the store says after many changes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "desk-"));
  try {
    await withStore("postgresql", folder, async (services, environment) => {
      await prepare(services);
      const settings = { ...environment, OPERATOR: "on", RATE_LIMIT_OPERATOR: "0" };
      // The first server makes the keys that both trust.
      const servers = [await startServerProcess(settings), await startServerProcess(settings)];
      try {
        const token = (await runOms(environment, "token", "--user", "lab", "--role", "operator")).trim();
        const roll = makeDice(seed);
        for (let count = 1; count <= changeCount; count += 1) {
          await change(services, { servers, token, roll });
          if (count % everyChanges > 0) continue;
          await expectAgreement(services, servers, token);
          // A change of an account alone, while prices stand still, is a new version of the lists too.
          await coverFirstCall(services, servers[roll(2)] as ServerProcess, token);
          await expectAgreement(services, servers, token);
        }
      } finally {
        for (const server of servers) expect(await stopInPeace(server)).toEqual([]);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

type Stage = { readonly servers: readonly ServerProcess[]; readonly token: string; readonly roll: Dice };

function keyOf(place: number) {
  return { userId: `user-${place % 7}`, accountId: `DESK-${String(place).padStart(2, "0")}` };
}

async function prepare(services: Services): Promise<void> {
  await listRecords(
    services,
    symbols.map((symbol) => makeRecord(symbol, { referencePrice: 20_000_000n })),
  );
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  need(await setRates(services, { level: "group", name: "STO", rates }));
  for (let place = 0; place < accountCount; place += 1) {
    need(await openAccount(services, keyOf(place)));
    need(await moveCash(services, { key: keyOf(place), kind: "deposit", amountVnd: 100_000_000n }));
  }
}

/** Makes one random change. What a rule refuses changes nothing, which is as good. */
async function change(services: Services, { servers, token, roll }: Stage): Promise<void> {
  const key = keyOf(roll(accountCount));
  const symbol = symbols[roll(symbols.length)] ?? "AAA";
  const price = BigInt(13_000 + 50 * roll(280)) * 1_000n;
  const kind = roll(100);
  if (kind < 40) await setPrice(services, { isConfirmed: true, symbol, price });
  else if (kind < 60) {
    const quantity = BigInt(100 * (1 + roll(20))) * (roll(3) === 0 ? -1n : 1n);
    await setPosition(services, { ...key, symbol }, { quantity, price }, { isConfirmed: true });
  } else if (kind < 85) {
    const server = servers[roll(servers.length)] as ServerProcess;
    const amount = roll(20) * 500_000;
    const path = `/operator/v0/accounts/${key.accountId}/positions/${symbol}/cover`;
    const { status } = await send(server, token, path, { amount, reason: "lab" });
    expect([200, 404]).toContain(status);
  } else if (kind < 90) await markClosing(services, { ...key, symbol }, roll(2) === 0, origin);
  else if (kind < 95)
    await closeHolding(services, { ...key, symbol }, price, { ...origin, isConfirmed: true });
  else if (kind < 98) await moveCash(services, { key, kind: "withdrawal", amountVnd: 1_000_000n });
  else {
    const marginCallRate = BigInt(250_000 + 10_000 * roll(20));
    const rates = { marginRatio: 500_000n, marginCallRate, forceCloseRate: 250_000n };
    need(await setRates(services, { level: "symbol", name: symbol, rates, isConfirmed: true }));
  }
}

async function coverFirstCall(services: Services, server: ServerProcess, token: string): Promise<void> {
  let [call] = (await readStore(services)).calls;
  if (call === undefined) {
    for (const symbol of symbols)
      need(await setPrice(services, { isConfirmed: true, symbol, price: 13_000_000n }));
    const isCalled = async () => {
      [call] = (await readStore(services)).calls;
      return call !== undefined;
    };
    await measureUntil(isCalled, { sinceMs: performance.now(), elapsedMsMax: agreedMsMax });
  }
  const keys = Array.from({ length: accountCount }, (_, place) => keyOf(place));
  const key = keys.find(({ accountId }) => accountId === call?.accountId);
  if (call === undefined || key === undefined) throw new Error("No position is called.");
  need(await moveCash(services, { key, kind: "deposit", amountVnd: 1_000_000_000n }));
  const path = `/operator/v0/accounts/${call.accountId}/positions/${call.symbol}/cover`;
  const { status } = await send(server, token, path, { amount: call.needed, reason: "lab" });
  expect(status).toBe(200);
}

/** Waits until both servers list what the store says. A watch may judge a last price meanwhile, so all are read again until they agree. */
async function expectAgreement(
  services: Services,
  servers: readonly ServerProcess[],
  token: string,
): Promise<void> {
  const readAll = async () => {
    const stored = await readStore(services);
    return { stored, listed: await Promise.all(servers.map((server) => readServer(server, token))) };
  };
  let read = await readAll();
  const agree = async (): Promise<boolean> => {
    read = await readAll();
    const stored = JSON.stringify(read.stored);
    return read.listed.every((each) => JSON.stringify(each) === stored);
  };
  await measureUntil(agree, { sinceMs: performance.now(), elapsedMsMax: agreedMsMax });
  for (const listed of read.listed) expect(listed).toEqual(read.stored);
  expect(read.stored.accounts).toHaveLength(accountCount);
}

/** What the store says of all accounts, by the use case that shows an owner the account. */
async function readStore(services: Services) {
  const users = [...new Set(Array.from({ length: accountCount }, (_, place) => keyOf(place).userId))];
  const statuses: AccountStatus[] = [];
  for (const userId of users) statuses.push(...(await listAccountStatuses(services, userId)));
  statuses.sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
  const calls = statuses.flatMap(({ accountId, positions }) =>
    positions
      .filter(({ call }) => call !== undefined)
      .toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))
      .map((position) => ({
        accountId,
        symbol: position.symbol,
        state: position.state,
        openedAt: position.call?.sinceMs,
        dealRatio: Number(position.dealRatio) / 1e6,
        covered: Number(position.coveredVnd),
        needed: Number(position.neededVnd),
        outstanding: Number(position.outstandingVnd),
        price: Number(position.markPrice) / 1e3,
        priceTime: position.markAtMs ?? null,
      })),
  );
  const accounts = statuses.map(({ accountId, figures, outstandingVnd, openCallCount, positions }) => ({
    accountId,
    totalEquity: Number(figures.totalEquityVnd),
    maintenanceMargin: Number(figures.maintenanceMarginVnd),
    tradingPower: Number(figures.tradingPowerVnd),
    outstanding: Number(outstandingVnd),
    positionCount: positions.length,
    openCallCount,
  }));
  const nearCount = statuses
    .flatMap(({ positions }) => positions)
    .filter(({ state, callPrice }) => state === "healthy" && callPrice !== undefined).length;
  return { calls, accounts, nearCount };
}

/** The members of a call that are compared, in the order of `readStore`. */
const members = [
  "accountId",
  "symbol",
  "state",
  "openedAt",
  "dealRatio",
  "covered",
  "needed",
  "outstanding",
  "price",
  "priceTime",
] as const;

/** The same from a server. */
async function readServer(server: ServerProcess, token: string) {
  const [page, found, nearest] = await Promise.all([
    send(server, token, "/operator/v0/calls?order=account&limit=500"),
    send(server, token, "/operator/v0/accounts?limit=500"),
    send(server, token, "/operator/v0/nearest?limit=500"),
  ]);
  return {
    calls: page.body.calls.map((call) => Object.fromEntries(members.map((name) => [name, call[name]]))),
    accounts: found.body.accounts.map(({ userId: _, ...account }) => account),
    nearCount: nearest.body.positions.length,
  };
}

/** A row of a list, as JSON. */
type Row = Readonly<Record<string, unknown>>;

/** The lists that answers have. */
type Lists = {
  readonly calls: readonly Row[];
  readonly accounts: readonly Row[];
  readonly positions: readonly Row[];
};

/** The last answer to each address, with its tag. A page that is not changed is not sent again. */
const known = new Map<string, { readonly etag: string; readonly body: Lists }>();

async function send(
  { url }: ServerProcess,
  token: string,
  path: string,
  json?: object,
): Promise<{ readonly status: number; readonly body: Lists }> {
  const before = known.get(`${url}${path}`);
  const response = await fetch(`${url}${path}`, {
    method: json === undefined ? "GET" : "PATCH",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(before !== undefined && { "if-none-match": before.etag }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const { status } = response;
  if (status === 304 && before !== undefined) return { status, body: before.body };
  const body = (await response.json()) as Lists;
  const etag = response.headers.get("etag");
  if (etag !== null) known.set(`${url}${path}`, { etag, body });
  return { status, body };
}
