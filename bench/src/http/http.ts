import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type BenchOptions,
  type Chart,
  type Figure,
  format,
  type Measured,
  medianOf,
  medianRatio,
} from "../figures.ts";
import { openDemonstration, readCpuUs, withFolder } from "../harness.ts";
import { type ServerProcess, sendRequests, startServerProcess } from "../server-process.ts";
import { searchPath } from "./wire.ts";

type Operation = {
  readonly name: string;
  readonly chart: string;
  readonly path: string;
  /** Requests per round, enough for about a second: autocannon ends a round on a full second. */
  readonly count: number;
  /** The least ratio of each peer's processor time to ours, or the most of ours to a floor's. */
  readonly peers: Readonly<Record<string, { readonly atLeast: number } | { readonly oursAtMost: number }>>;
  /** The member of the body to compare, if the whole body differs from request to request. */
  readonly compared?: string;
};

const beside = (atLeast: number) => ({ "Fastify with plugins": { atLeast } });

const operations: readonly Operation[] = [
  {
    // Finds ten instruments of the demonstration, with 17 kB of entries.
    name: "symbol search",
    chart: "search",
    path: `${searchPath}nhua`,
    count: 10_000,
    compared: "data",
    peers: { "Fastify with stringify": { atLeast: 1.1 }, "node:http by hand": { oursAtMost: 1.6 } },
  },
  {
    name: "margin ratio",
    chart: "margin-ratio",
    path: "/api/v1/diagnostics/margin-ratios/FPT",
    count: 12_000,
    peers: beside(1.4),
  },
  {
    name: "notifications, 2",
    chart: "notifications-2",
    path: "/api/v1/notifications?limit=2",
    count: 6_000,
    peers: beside(1.1),
  },
  {
    name: "notifications, 50",
    chart: "notifications-50",
    path: "/api/v1/notifications",
    count: 1_500,
    peers: beside(1.1),
  },
];

/** The first rounds are warm-up. Many short rounds spread noise evenly over all servers. */
const extents = {
  whole: { warming: 3, rounds: 9, share: 1 },
  short: { warming: 2, rounds: 3, share: 0.25 },
};

/** Processor time per request, beside peers that do the same work, in turn. */
export function benchHttp({ isShort }: BenchOptions): Promise<Measured> {
  return withFolder(async (folder) => {
    const environment = {
      DATA_DIR: folder,
      PORT: "0",
      LOG_LEVEL: "warn",
      RATE_LIMIT_USER: "1000000",
      RATE_LIMIT_ADDRESS: "0",
      DATABASE_URL: "",
      // The processor time of a simulated exchange would count as the cost of requests.
      FEED: "none",
    };
    const token = await openDemonstration(environment);
    const names = new Set(["ours", ...operations.flatMap(({ peers }) => Object.keys(peers))]);
    const servers = new Map<string, ServerProcess>();
    try {
      for (const name of names) {
        const module = join(import.meta.dirname, name === "ours" ? "ours.ts" : "peers.ts");
        servers.set(name, await startServerProcess(process.execPath, [module, name, folder], environment));
      }
      const measured: { readonly figures: readonly Figure[]; readonly chart: Chart }[] = [];
      for (const operation of operations) {
        const asked = new Map(
          [...servers].filter(([name]) => name === "ours" || Object.hasOwn(operation.peers, name)),
        );
        await compareAnswers(asked, operation, token);
        const costs = await measureCosts(asked, operation, token, isShort ? extents.short : extents.whole);
        measured.push({ figures: figuresOf(operation, costs), chart: chartOf(operation, costs) });
      }
      return {
        figures: measured.flatMap(({ figures }) => figures),
        charts: measured.map(({ chart }) => chart),
      };
    } finally {
      await Promise.all([...servers.values()].map(({ stop }) => stop()));
    }
  });
}

/** Throws if a peer's answer differs: then it has not done the same work. */
async function compareAnswers(
  servers: ReadonlyMap<string, ServerProcess>,
  { name, path, compared }: Operation,
  token: string,
): Promise<void> {
  const read = async ({ port }: ServerProcess): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    const body = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json();
    return compared === undefined ? body : (body as Readonly<Record<string, unknown>>)[compared];
  };
  const [ours, ...others] = await Promise.all([...servers.values()].map(read));
  if (!others.every((other) => isDeepStrictEqual(other, ours))) {
    throw new Error(`${name} is not answered alike by all.`);
  }
}

type Costs = ReadonlyMap<string, readonly number[]>;

async function measureCosts(
  servers: ReadonlyMap<string, ServerProcess>,
  { path, count: countMax }: Operation,
  token: string,
  { warming, rounds, share }: (typeof extents)["whole"],
): Promise<Costs> {
  const count = countMax * share;
  const costs = new Map<string, number[]>([...servers.keys()].map((name) => [name, []]));
  for (let round = -warming; round < rounds; round += 1) {
    for (const [name, { port, pid }] of servers) {
      const before = await readCpuUs(pid);
      await sendRequests(`http://127.0.0.1:${port}${path}`, token, count);
      if (round >= 0) costs.get(name)?.push(((await readCpuUs(pid)) - before) / count);
    }
  }
  return costs;
}

function figuresOf({ name, peers }: Operation, costs: Costs): Figure[] {
  const ours = costs.get("ours") ?? [];
  const inUs = (each: string) => format(medianOf(costs.get(each) ?? []), "µs");
  return Object.entries(peers).map(([peer, bound]) => {
    const theirs = costs.get(peer) ?? [];
    const figure = { unit: "×", beside: `ours ${inUs("ours")}, ${peer} ${inUs(peer)}` };
    return "oursAtMost" in bound
      ? {
          ...figure,
          what: `${name}: our processor time, of ${peer}`,
          value: medianRatio(ours, theirs),
          atMost: bound.oursAtMost,
        }
      : {
          ...figure,
          what: `${name}: ${peer} takes, of our processor time`,
          value: medianRatio(theirs, ours),
          atLeast: bound.atLeast,
        };
  });
}

function chartOf({ name, chart }: Operation, costs: Costs): Chart {
  return {
    name: chart,
    title: `${name}: server CPU a request`,
    unit: "µs",
    bars: [...costs].map(([label, values]) => ({
      label,
      value: medianOf(values),
      isOurs: label === "ours",
    })),
  };
}
