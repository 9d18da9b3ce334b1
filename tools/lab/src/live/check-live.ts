import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { moveCash, openAccount, type Services } from "@trading-oms/brokerage";
import { findFreePort, signTokens } from "@trading-oms/scratch";
import { need } from "../harness/accounts.ts";
import { makeDice } from "../harness/dice.ts";
import { measureUntil } from "../harness/figures.ts";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";
import { engines, withStore } from "../harness/stores.ts";
import { compareReading, listIds, type ReaderFault, readStream } from "./read-stream.ts";

export const test = labTest({
  about: `Commits notifications while servers are killed and started again, and readers of the stream come back with their last id.
Each reader has to have each notification of its user once and in order, within 5 s of the last one: on SQLite with one server, on
PostgreSQL with two. Then readers that forget their place, or come back a step behind, and a server whose polls lose the hints about a
user, have to be found. TEST_DATABASE_URL is a PostgreSQL where databases may be made (postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    notifications: {
      kind: "count",
      about: "how many notifications are committed",
      usual: 1_000,
      short: 300,
      min: 10,
    },
    readers: {
      kind: "count",
      about: "how many readers there are, each of an own user",
      usual: 20,
      short: 6,
      min: 1,
    },
    kills: { kind: "count", about: "how often a server is killed", usual: 10, short: 3, min: 1 },
  },
  run: async ({ options, seed, folder, report }) => {
    const run = async (engine: (typeof engines)[number], planted: Planted = {}): Promise<Verdict> =>
      withStore(engine, await mkdtemp(join(folder, `${engine}-`)), (services, environment) =>
        followUnderKills(services, environment, {
          ...options,
          seed,
          planted,
          serverCount: engine === "sqlite" ? 1 : 2,
        }),
      );
    for (const engine of engines) {
      const { line, faults } = await run(engine);
      report({ line: `on ${engine}: ${line}`, faults });
    }
    for (const [name, planted] of Object.entries(plantedFaults)) {
      const { faults } = await run("sqlite", planted);
      const line = `${name} is found by ${faults.length} faults`;
      report({ line, faults: faults.length > 0 ? [] : [`${name} is not found`] });
    }
  },
});

/** What readers do wrong, and settings with which servers do. */
type Planted = { readonly reader?: ReaderFault; readonly settings?: Readonly<Record<string, string>> };

const plantedFaults: Readonly<Record<string, Planted>> = {
  "a reader that forgets its place": { reader: "forgets its place" },
  "a reader that comes back a step behind": { reader: "comes back a step behind" },
  "a server that loses the hints about a user": {
    settings: { NODE_OPTIONS: `--import=${new URL("./lose-hints.ts", import.meta.url).href}` },
  },
};

type Plan = {
  readonly notifications: number;
  readonly readers: number;
  readonly kills: number;
  readonly seed: number;
  readonly serverCount: number;
  readonly planted: Planted;
};

/** How long after the last commit a reader may wait for it; a server that was killed last has to start first. */
const caughtUpMsMax = 5_000;
const pauseMs = 20;

async function followUnderKills(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { notifications, readers, kills, seed, serverCount, planted }: Plan,
): Promise<Verdict> {
  const users = Array.from({ length: readers }, (_, index) => ({
    userId: `reader-${index}`,
    accountId: `LIVE-${index}`,
  }));
  for (const key of users) need(await openAccount(services, key));
  const settings = { ...environment, STREAMS_PER_ADDRESS: "0", WATCH: "off", ...planted.settings };
  const ports: number[] = [];
  for (let index = 0; index < serverCount; index += 1) ports.push(await findFreePort());
  const start = (port: number): Promise<ServerProcess> =>
    startServerProcess({ ...settings, PORT: String(port) });
  const servers = await Promise.all(ports.map(start));
  const tokens = await signTokens(
    environment,
    users.map(({ userId }) => userId),
  );
  const readings = users.map(({ userId }, index) =>
    readStream(turned(ports, index), tokens.get(userId) ?? "", { fault: planted.reader }),
  );
  try {
    // A reader that has not begun would begin at a later place.
    await wait(1_000);
    const roll = makeDice(seed);
    const everySoMany = Math.max(1, Math.floor(notifications / (kills + 1)));
    for (let count = 0; count < notifications; count += 1) {
      const key = users[roll(users.length)] ?? { userId: "", accountId: "" };
      need(await moveCash(services, { key, kind: "deposit", amountVnd: 1n, movementId: `M-${count}` }));
      // After the last restart every reader gets more: a replay would hide what it has missed.
      if (count > 0 && count % everySoMany === 0 && count / everySoMany <= kills)
        await restartOne(servers, ports, roll(serverCount), start);
      await wait(pauseMs);
    }
    const lastMs = performance.now();
    const told = await Promise.all(users.map(({ userId }) => listIds(services, userId)));
    const areThere = async (): Promise<boolean> =>
      readings.every(({ ids }, index) => ids.at(-1) === told[index]?.at(-1));
    const elapsedMs = await measureUntil(areThere, { sinceMs: lastMs, elapsedMsMax: caughtUpMsMax });
    const faults = readings.flatMap((reading, index) => compareReading(reading, told[index] ?? [], index));
    const connections = readings.reduce((sum, { connectionCount }) => sum + connectionCount(), 0);
    const line = `${notifications} notifications, ${readers} readers on ${connections} connections, all there ${elapsedMs === undefined ? "never" : `after ${elapsedMs.toFixed(0)} ms`}`;
    return { line, faults };
  } finally {
    await Promise.all(readings.map(({ stop }) => stop()));
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function restartOne(
  servers: ServerProcess[],
  ports: readonly number[],
  index: number,
  start: (port: number) => Promise<ServerProcess>,
): Promise<void> {
  await servers[index]?.kill();
  servers[index] = await start(ports[index] ?? 0);
}

function turned<Item>(items: readonly Item[], by: number): Item[] {
  return items.map((_, index) => items[(index + by) % items.length] as Item);
}
