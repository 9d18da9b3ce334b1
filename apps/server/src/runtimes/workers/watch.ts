import {
  MarginWatch,
  openMarkBook,
  openReferenceBook,
  type Services,
  sweepOutcomes,
  type WatchCounts,
  type WatchServices,
} from "@trading-oms/brokerage";
import type { OutcomeKey } from "@trading-oms/brokerage/ports";
import type { LogLevel } from "../../http/log-and-trace.ts";
import { type BaseServices, failEvent, makeBaseServices, type WriteLine, wait } from "./base-services.ts";
import { type Environment, logLevelVariable, type OpenStore, type ReadStore, readTexts } from "./settings.ts";

/** The cron by which positions are watched; whatever comes by another sweeps. */
const watchCron = "* * * * *";

/** A Worker, as its runtime wakes it. */
export type ScheduledWorker = {
  readonly scheduled: (event: { readonly cron: string }, environment: Environment) => Promise<void>;
};

/**
 * Makes the Worker that watches positions each minute, on the store that is bound to it, and forgets once a day what nobody
 * asks for again.
 */
export function createWatchWorker(
  { writeLine }: { readonly writeLine: WriteLine },
  readStore: ReadStore,
): ScheduledWorker {
  return {
    scheduled: async ({ cron }, environment) => {
      const { valueIn, faults } = readTexts([logLevelVariable], environment);
      const open = readStore(environment, faults);
      if (faults.length > 0 || open === undefined) return failEvent(writeLine, faults);
      const services = makeBaseServices(writeLine, valueIn("LOG_LEVEL") as LogLevel);
      await withStore(open, services, (store) =>
        cron === watchCron ? watch(store, services) : sweep(store, services),
      );
    },
  };
}

/** What could not be done at all fails the whole event, so that the platform counts it as such; only the log knows why. */
async function withStore(
  open: OpenStore,
  { log }: BaseServices,
  work: (store: Services["store"]) => Promise<void>,
): Promise<void> {
  let store: Services["store"] | undefined;
  try {
    store = await open();
    await work(store);
  } catch (thrown) {
    log({ level: "error", event: "store not to be asked", thrown });
    throw new Error("The store is not to be asked.");
  } finally {
    await store?.close();
  }
}

/** Each time from the start, since nothing that is held between two has to be true still. */
async function watch(
  store: Services["store"],
  { now, hash, makeTraceId: makeId, log }: BaseServices,
): Promise<void> {
  const book = await openReferenceBook({ store, now });
  const marks = await openMarkBook({ store, now });
  const services = { store, now, makeId, hash, book, marks, holidays: book.holidays };
  const failures: unknown[] = [];
  const tellFailure = (thrown: unknown): void => {
    failures.push(thrown);
    log({ level: "error", event: "the watch failed at something, and tries again", thrown });
  };
  const watched = await watchOnce(services, { holder: `worker/${makeId()}`, wait, tellFailure });
  const { isDone, positionCount, judgedCount, toldCount } = watched;
  const notes = { positions: positionCount, judged: judgedCount, told: toldCount };
  if (isDone) log({ level: "info", event: "watched", notes });
  else log({ level: "warn", event: "watched in part, the rest is left to the next minute", notes });
  // There may only be too much to do for one round, but not where it failed at something until the end.
  if (!isDone && failures.length > 0) throw failures.at(-1);
}

async function sweep(
  store: Services["store"],
  { now, log }: Pick<BaseServices, "now" | "log">,
): Promise<void> {
  const partCount = await sweepOnce({ store, now });
  log({ level: "info", event: "outcomes swept", notes: { parts: partCount } });
}

/** How one round of the watch is set up. */
type WatchRound = {
  /** Names it on the rota, unlike any other. */
  readonly holder: string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly tellFailure: (thrown: unknown) => void;
};

/** What a round came to; one that was not done in time leaves the rest to the next. */
type WatchedRound = WatchCounts & { readonly isDone: boolean };

/** Less than half of the time after which others take a shard for free. */
const renewMs = 1_500;
/** A watch that broke off without a word may hold shards for so long. */
const takeOverMsMax = 6_000;
/** Well before the next minute. */
const roundMsMax = 40_000;
const pauseMs = 20;

/** Reads all accounts, judges each position that its price reaches or whose reminder is due, and leaves the rota. */
export async function watchOnce(
  services: WatchServices,
  { holder, wait, tellFailure }: WatchRound,
): Promise<WatchedRound> {
  const { now } = services;
  const beganMs = now();
  let renewedMs = Number.NEGATIVE_INFINITY;
  const watch = new MarginWatch(services, { holder, breathe: () => wait(0), tellFailure });
  try {
    for (;;) {
      if (now() - renewedMs >= renewMs) {
        renewedMs = now();
        await watch.renew();
      }
      watch.tick();
      const counts = watch.counts();
      const elapsedMs = now() - beganMs;
      const isDone = isSettled(counts) && (counts.shardCount > 0 || elapsedMs >= takeOverMsMax);
      if (isDone || elapsedMs >= roundMsMax) return { ...counts, isDone };
      await wait(pauseMs);
    }
  } finally {
    await watch.stop();
  }
}

function isSettled({ loadingCount, unreadCount, underWayCount, laterCount }: WatchCounts): boolean {
  return loadingCount + unreadCount + underWayCount + laterCount === 0;
}

/** What one sweep may ask the database for; the next begins anew and finds less. */
const partCountMax = 200;

/** Has the store forget the outcomes that nobody asks for again, part by part; tells how many parts were looked through. */
async function sweepOnce(services: Pick<Services, "store" | "now">): Promise<number> {
  let after: OutcomeKey | undefined;
  let partCount = 0;
  do {
    after = await sweepOutcomes(services, after);
    partCount += 1;
  } while (after !== undefined && partCount < partCountMax);
  return partCount;
}
