import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import {
  findFreePort,
  type Program,
  type ScratchNats,
  type ScratchPostgresql,
  startNats,
  startPostgresql,
  startProgram,
} from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { listRecords, makeRecord, makeServices } from "../ground/accounts.ts";
import { type Dice, makeDice } from "../ground/dice.ts";
import { omsProgram } from "../ground/oms.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import {
  listRacedPositions,
  listRacedRecords,
  openRacedAccounts,
  type RacedPosition,
} from "../race/covers.ts";
import { openWatchedMarket, type WatchedMarket } from "../watch/market.ts";

/** What the exchange trades that is published. */
const tradedRecords = Array.from({ length: 30 }, (_, index) =>
  makeRecord(`F${String(index + 1).padStart(2, "0")}`),
);

/** What may be asked for again, since it only reads or sets the same thing once more. */
const repeatable = /^(?:read|list|find|setMarks)/;
const patienceMs = 60_000;
const pauseMs = 50;

/** A store that repeats reads and prices until they succeed, for a test that goes on during outages. */
export function persist(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const call = (...words: unknown[]): unknown => Reflect.apply(member, target, words);
      return repeatable.test(String(name)) ? (...words: unknown[]) => repeat(() => call(...words)) : call;
    },
  });
}

async function repeat(call: () => unknown): Promise<unknown> {
  for (const began = performance.now(); ; await wait(pauseMs)) {
    try {
      return await call();
    } catch (failure) {
      if (performance.now() - began > patienceMs) throw failure;
    }
  }
}

/** Publishes the simulated exchange by the command that an operator has, and waits until it does. */
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

/** The place of a server, at an address that stays while processes come and go. */
type Slot = {
  readonly index: number;
  readonly port: number;
  readonly kill: () => Promise<void>;
  /** Starts a process; what those before it complained about is kept. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<number | null>;
  readonly complaints: () => string;
};

/** Opens a place without a process in it. */
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

/** Three servers on one PostgreSQL with a replica and one NATS, with a market that is published and positions that are watched. */
export type Cluster = {
  readonly primary: ScratchPostgresql;
  readonly replica: ScratchPostgresql;
  readonly nats: ScratchNats;
  readonly slots: readonly Slot[];
  readonly publisher: Program;
  /** What servers and the command line are started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly services: Services;
  readonly market: WatchedMarket;
  readonly positions: readonly RacedPosition[];
  /** What the published exchange trades. */
  readonly symbols: readonly string[];
  readonly dice: Dice;
};

const serverCount = 3;

/** Opens a cluster, works with it, and ends all of it, whatever came of the work or of another ending. */
export async function withCluster<Result>(
  folder: string,
  seed: number,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  await using endings = new AsyncDisposableStack();
  return await work(await openCluster(folder, seed, endings));
}

/** Opens part by part, and notes how each is ended as soon as it is there. */
async function openCluster(folder: string, seed: number, endings: AsyncDisposableStack): Promise<Cluster> {
  const primary = await startPostgresql();
  endings.defer(primary.remove);
  const replica = await primary.addReplica();
  endings.defer(replica.remove);
  const nats = await startNats();
  endings.defer(nats.stop);
  const store = await openPostgresqlStore({ url: primary.url });
  endings.defer(() => store.close());
  const services = makeServices(persist(store));
  const environment = { DATA_DIR: folder, DATABASE_URL: primary.url };
  // What is published is what the catalog lists by now; prices of whatever is listed later are set by hand.
  await listRecords(services, tradedRecords);
  const publisher = await publishMarket(environment, nats.url, seed);
  endings.defer(async () => void (await publisher.end("SIGKILL")));
  const dice = makeDice(seed);
  const market = await openWatchedMarket(services, dice, [...tradedRecords, ...listRacedRecords()]);
  const positions = listRacedPositions();
  await openRacedAccounts(services, positions);
  const slots: Slot[] = [];
  for (let index = 0; index < serverCount; index += 1) {
    const slot = await openSlot(index, {
      ...environment,
      DATABASE_READ_URL: replica.url,
      FEED: nats.url,
      FEED_SIMULATED: "on",
    });
    slots.push(slot);
    endings.defer(slot.kill);
    // One after the other: the first may have to make the keys that all trust.
    await slot.start();
  }
  const symbols = tradedRecords.map(({ symbol }) => symbol);
  return {
    ...{ primary, replica, nats, slots, publisher, environment },
    ...{ services, market, positions, symbols, dice },
  };
}
