/** Closing prices that arrive late at a built server: 20 November 2026 is a Friday. */
import { setTimeout as wait } from "node:timers/promises";
import {
  listNotifications,
  openAccount,
  openReferenceBook,
  type Services,
  setPosition,
  setRates,
} from "@trading-oms/brokerage";
import type { InstrumentRecord, Price } from "@trading-oms/market";
import { listRecords, makeRecord, need } from "../harness/accounts.ts";
import { moveClock, shareClock } from "../harness/clock.ts";
import { measureUntil } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { openPublisher } from "../harness/publisher.ts";
import { awaitShares, type ServerProcess, startServerProcess, stopInPeace } from "../harness/server.ts";

type Environment = Readonly<Record<string, string>>;

/** A position and the price that calls it. */
type Held = {
  readonly record: InstrumentRecord;
  readonly quantity: bigint;
  readonly call: Price;
  readonly closeTime: string;
};

/** A future takes 5 % of its value, is called below 3 %, and half of a share is posted. */
const futureRecord: InstrumentRecord = {
  ...makeRecord("41I1GC000", { exchange: "DERIVATIVES", type: "future", name: "VN30F2612" }),
  ...{ referencePrice: 1_500_000n, lot: 1n, minQuantity: 1n, maxQuantity: 500n },
  ...{ underlyingSymbolCode: "VN30", expirationDate: "2026-12-17", contractSize: 100_000n },
};

const onHose: Held = {
  ...{ record: makeRecord("HSE"), quantity: 1_000n, call: 24_200_000n, closeTime: "14:45" },
};
const onHnx: Held = { ...onHose, record: makeRecord("HNX", { exchange: "HNX" }), closeTime: "15:00" };
const inFutures: Held = { record: futureRecord, quantity: 2n, call: 1_469_000n, closeTime: "14:45" };
const everywhere = [onHose, onHnx, inFutures];

/** Days and times are of November 2026, in UTC+7. */
type Trial = {
  readonly name: string;
  readonly held: readonly Held[];
  /** When the closing prices arrive. */
  readonly arrives: string;
  /** The trading day of the closing prices. */
  readonly day: string;
  /** Whether the store has them, and the server no feed. */
  readonly isStored?: boolean;
  /** When another server is started, which tells nothing more. */
  readonly again?: string;
  readonly isTold: boolean;
};

const friday = { day: "20", isTold: true };

/** The trials; CI leaves out those that are the same at another hour. */
export function listTrials(isShort: boolean): readonly Trial[] {
  const trials: readonly (Trial & { readonly isLong?: boolean })[] = [
    { ...friday, name: "0 s late on HOSE and in futures", held: [onHose, inFutures], arrives: "20T14:45" },
    { ...friday, name: "0 s late on HNX, 900 s late elsewhere", held: everywhere, arrives: "20T15:00" },
    { ...friday, name: "900 s late on HNX", held: [onHnx], arrives: "20T15:15", isLong: true },
    { ...friday, name: "over midnight", held: everywhere, arrives: "21T00:00", again: "22T12:00" },
    { ...friday, name: "on Sunday", held: everywhere, arrives: "22T12:00", isLong: true },
    { ...friday, name: "before Monday's first session", held: everywhere, arrives: "23T08:44:40" },
    {
      ...{ ...friday, name: "from the store, on Saturday", held: everywhere, arrives: "21T10:00" },
      ...{ isStored: true, again: "22T12:00" },
    },
    { name: "of Thursday, on Friday night", held: everywhere, arrives: "20T20:00", day: "19", isTold: false },
    { ...friday, name: "in Monday's first session", held: everywhere, arrives: "23T09:00:05", isTold: false },
  ];
  return trials.filter(({ isLong }) => !isShort || isLong !== true);
}

const userOf = ({ record }: Held): string => `user-of-${record.symbol}`;
const at = (time: string): number => Date.parse(`2026-11-${time}+07:00`);

/** A server starts this long before the prices arrive, so that it hears the end of the session. */
const startMs = 5_000;
const toldMsMax = 2_000;
const sharedMsMax = 15_000;

function setClock(atMs: number): void {
  moveClock(atMs - Date.now());
}

/** Sends closing prices to a server, and reports how long each took to be told. */
export async function runClose(
  services: Services,
  environment: Environment,
  { natsUrl, trial }: { readonly natsUrl: string; readonly trial: Trial },
): Promise<Verdict> {
  const { held, day, arrives, isStored = false, again, isTold } = trial;
  const faults: string[] = [];
  setClock(at(`${day}T14:00`));
  await openMarket(services, held);
  if (isStored) await storeCloses(services, trial);
  const prices = isStored ? undefined : await publishCloses(services, trial, natsUrl);
  const settings = { ...environment, ...(isStored ? {} : { FEED: natsUrl }) };
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess({ ...settings, ...shareClock() });
    await awaitShares([server], sharedMsMax, faults);
    return server;
  };
  const countTold = async (): Promise<readonly number[]> =>
    Promise.all(
      held.map(async (each) => {
        const told = await listNotifications(services, userOf(each), { limit: 10, offset: 0 });
        return told.filter(({ type }) => type === "MarginCall").length;
      }),
    );
  const expected = held.map(() => (isTold ? 1 : 0));
  const isAsExpected = async (): Promise<boolean> => String(await countTold()) === String(expected);
  setClock(at(arrives) - startMs);
  let server = await start();
  let line = "";
  try {
    await wait(Math.max(0, at(arrives) - Date.now()));
    prices?.close();
    const limit = { sinceMs: performance.now(), elapsedMsMax: toldMsMax };
    const elapsedMs = isTold ? await measureUntil(isAsExpected, limit) : undefined;
    line = isTold ? `told after ${elapsedMs?.toFixed(0)} ms` : "nothing told";
    if (again !== undefined) {
      await server.kill();
      setClock(at(again));
      server = await start();
    }
    prices?.repeat();
    await wait(toldMsMax);
    const counts = await countTold();
    if (isTold && elapsedMs === undefined) faults.push(`nothing was told within ${toldMsMax} ms`);
    if (String(counts) !== String(expected)) faults.push(`${counts} calls were told instead of ${expected}`);
  } finally {
    faults.push(...(await stopInPeace(server)));
    await prices?.end();
  }
  return { line, faults };
}

async function openMarket(services: Services, held: readonly Held[]): Promise<void> {
  await listRecords(
    services,
    held.map(({ record }) => record),
  );
  for (const each of held) {
    const { symbol, type, referencePrice } = each.record;
    const rates =
      type === "future"
        ? { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n }
        : { marginRatio: 500_000n, marginCallRate: 490_000n, forceCloseRate: 470_000n };
    need(await setRates(services, { level: "symbol", name: symbol, rates }));
    const key = { userId: userOf(each), accountId: `CLOSE-${symbol}` };
    need(await openAccount(services, key));
    const entry = { quantity: each.quantity, price: referencePrice };
    need(await setPosition(services, { ...key, symbol }, entry));
  }
}

/** Stores the prices that a server with a feed heard before it was stopped. */
async function storeCloses({ store }: Services, { held, day }: Trial): Promise<void> {
  const marks = held.map(({ record: { symbol }, call, closeTime }) => {
    const atMs = at(`${day}T${closeTime}`) + 1_000;
    return { symbol, price: call, atMs, isByHand: false };
  });
  await store.setMarks(marks, { nowMs: at(`${day}T15:00:02`) });
}

/** A publisher whose symbols were traded at their reference prices, a minute before the close. */
async function publishCloses(services: Services, { held, day }: Trial, natsUrl: string) {
  const book = await openReferenceBook(services);
  const instruments = held.flatMap(({ record }) => book.findInstrument(record.symbol) ?? []);
  const publisher = await openPublisher(natsUrl, instruments);
  let seq = 1;
  const trade = ({ record: { symbol }, closeTime }: Held, price: Price, laterMs: number) => {
    const atMs = at(`${day}T${closeTime}`) + laterMs;
    return { kind: "trade", symbol, seq, atMs, price, quantity: 100, side: "none" } as const;
  };
  for (const each of held) publisher.board.apply(trade(each, each.record.referencePrice, -60_000));
  const publish = (laterMs: number): void => {
    seq += 1;
    publisher.publish(held.map((each) => trade(each, each.call, laterMs)));
  };
  return {
    /** Sends the trades of the closing auction. */
    close: () => publish(0),
    /** Sends the same price once more, dated a second later. */
    repeat: () => publish(1_000),
    end: publisher.close,
  };
}
