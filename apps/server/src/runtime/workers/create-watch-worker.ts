import { openMarkBook, openReferenceBook, type Services } from "@trading-oms/brokerage";
import type { LogLevel } from "../../log.ts";
import type { Environment } from "./environment.ts";
import { type Frame, gatherFrame } from "./gather-frame.ts";
import type { OpenStore, ReadStore } from "./read-store.ts";
import { readTexts } from "./read-texts.ts";
import { sweepOnce } from "./sweep-once.ts";
import { wait } from "./wait.ts";
import { watchOnce } from "./watch-once.ts";

/** Every text that the Worker of the watch reads. */
const variables = [
  { name: "LOG_LEVEL", fallback: "info", form: { kind: "one-of", values: ["error", "warn", "info"] } },
] as const;

/** The cron by which positions are watched; whatever comes by another sweeps. */
const watchCron = "* * * * *";

/** What the runtime gives to a Worker that it wakes by the clock. */
export type WatchWorkerWorld = { readonly writeLine: (line: string) => void };

/** A Worker, as its runtime wakes it. */
export type ScheduledWorker = {
  readonly scheduled: (event: { readonly cron: string }, environment: Environment) => Promise<void>;
};

/**
 * Makes the Worker that watches positions each minute, on the store that is bound to it, and forgets once a day what nobody
 * asks for again.
 */
export function createWatchWorker({ writeLine }: WatchWorkerWorld, readStore: ReadStore): ScheduledWorker {
  return {
    scheduled: async ({ cron }, environment) => {
      const { valueIn, faults } = readTexts(variables, environment);
      const open = readStore(environment, faults);
      const frame = gatherFrame(writeLine, faults.length > 0 ? "info" : (valueIn("LOG_LEVEL") as LogLevel));
      if (faults.length > 0 || open === undefined) {
        frame.log({ level: "error", event: "faulty settings", notes: { faults: faults.join(" ") } });
        // The event fails, so that the platform shows that nobody watches.
        throw new Error("The settings are faulty.");
      }
      await withStore(open, frame, (store) =>
        cron === watchCron ? watch(store, frame) : sweep(store, frame),
      );
    },
  };
}

/** What could not be done at all fails the whole event, so that the platform counts it as such; only the log knows why. */
async function withStore(
  open: OpenStore,
  { log }: Frame,
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
  { now, hash, makeTraceId: makeId, log }: Frame,
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

async function sweep(store: Services["store"], { now, log }: Pick<Frame, "now" | "log">): Promise<void> {
  const partCount = await sweepOnce({ store, now });
  log({ level: "info", event: "outcomes swept", notes: { parts: partCount } });
}
