import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import {
  findFreePort,
  omsProgram,
  type Program,
  type ScratchNats,
  type ScratchPostgresql,
  startNats,
  startPostgresql,
  startProgram,
} from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { listRecords, makeRecord, makeServices } from "../harness/accounts.ts";
import { type Dice, makeDice } from "../harness/dice.ts";
import { retry } from "../harness/figures.ts";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";
import {
  listRacedPositions,
  listRacedRecords,
  openRacedAccounts,
  type RacedPosition,
} from "../race/covers.ts";
import { openWatchedMarket, type WatchedMarket } from "../watch/market.ts";

/** The instruments of the published exchange. */
const tradedRecords = Array.from({ length: 30 }, (_, index) =>
  makeRecord(`F${String(index + 1).padStart(2, "0")}`),
);

/** Operations that are safe to repeat: they only read, or set the same value again. */
const repeatable = /^(?:read|list|find|setMarks)/;
const patienceMs = 60_000;

/** Wraps a store to repeat reads and price updates until they succeed, for use during outages. */
export function persist(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const call = (...words: unknown[]): unknown => Reflect.apply(member, target, words);
      if (!repeatable.test(String(name))) return call;
      return (...words: unknown[]) => retry(async () => call(...words), Number.POSITIVE_INFINITY, patienceMs);
    },
  });
}

/** Publishes the simulated exchange with the operator's command, and waits until it has started. */
async function publishMarket(
  environment: Readonly<Record<string, string>>,
  natsUrl: string,
  seed: number,
): Promise<Program> {
  const { PATH = "" } = process.env;
  const words = ["feed", "publish", "--from", "simulated", "--nats", natsUrl, "--speed", "10"];
  const program = startProgram(process.execPath, [omsProgram, ...words, "--seed", `${seed}`], {
    PATH,
    ...environment,
  });
  await program.untilPrinted(/Publishing to NATS/);
  return program;
}

/** A server at a fixed port, whose process may be replaced. */
type Slot = {
  readonly index: number;
  readonly port: number;
  readonly kill: () => Promise<void>;
  /** Starts a process. The complaints of earlier processes are kept. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<number | null>;
  readonly complaints: () => string;
};

/** Creates a slot without a process. */
async function openSlot(index: number, environment: Readonly<Record<string, string>>): Promise<Slot> {
  const port = await findFreePort();
  let server: ServerProcess | undefined;
  let complained = "";
  const end = (): void => {
    complained += `${server?.complaints() ?? ""}\n`;
    server = undefined;
  };
  return {
    index,
    port,
    start: async () => {
      server = await startServerProcess({ ...environment, PORT: `${port}`, DRAIN_DELAY_MS: "0" });
    },
    kill: async () => {
      await server?.kill();
      end();
    },
    stop: async () => {
      const ending = await server?.stop();
      end();
      return ending === undefined ? 0 : ending.code;
    },
    complaints: () => complained + (server?.complaints() ?? ""),
  };
}

/** Three servers on one PostgreSQL and one NATS, a published market, and watched positions. */
export type Cluster = {
  readonly database: ScratchPostgresql;
  readonly nats: ScratchNats;
  readonly slots: readonly Slot[];
  readonly publisher: Program;
  /** The environment of the servers and the command line. */
  readonly environment: Readonly<Record<string, string>>;
  readonly services: Services;
  readonly market: WatchedMarket;
  readonly positions: readonly RacedPosition[];
  /** The symbols of the published exchange. */
  readonly symbols: readonly string[];
  readonly dice: Dice;
};

const serverCount = 3;

/** Opens a cluster, runs the work, and closes all parts, even if the work or another close fails. */
export async function withCluster<Result>(
  folder: string,
  seed: number,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  await using endings = new AsyncDisposableStack();
  return await work(await openCluster(folder, seed, endings));
}

/** Opens the parts in order, and registers the close of each as soon as it is open. */
async function openCluster(folder: string, seed: number, endings: AsyncDisposableStack): Promise<Cluster> {
  const database = await startPostgresql();
  endings.defer(database.remove);
  const nats = await startNats();
  endings.defer(nats.stop);
  const store = await openPostgresqlStore({ url: database.url });
  endings.defer(() => store.close());
  const services = makeServices(persist(store));
  const environment = { DATA_DIR: folder, DATABASE_URL: database.url };
  // The publisher trades the instruments listed so far. Prices of later ones are set by hand.
  await listRecords(services, tradedRecords);
  const publisher = await publishMarket(environment, nats.url, seed);
  endings.defer(async () => void (await publisher.end("SIGKILL")));
  const dice = makeDice(seed);
  const market = await openWatchedMarket(services, dice, [...tradedRecords, ...listRacedRecords()]);
  const positions = listRacedPositions();
  await openRacedAccounts(services, positions);
  const slots: Slot[] = [];
  for (let index = 0; index < serverCount; index += 1) {
    const slot = await openSlot(index, { ...environment, FEED: nats.url, FEED_SIMULATED: "on" });
    slots.push(slot);
    endings.defer(slot.kill);
    // One after the other: the first may have to create the keys that all servers trust.
    await slot.start();
  }
  const symbols = tradedRecords.map(({ symbol }) => symbol);
  return {
    ...{ database, nats, slots, publisher, environment },
    ...{ services, market, positions, symbols, dice },
  };
}
