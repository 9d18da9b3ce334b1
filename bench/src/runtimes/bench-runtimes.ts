import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureRuntime, runtimeWords } from "@trading-oms/scratch";
import type { BenchOptions } from "../bench-options.ts";
import { buildPackages } from "../build-packages.ts";
import { searchPath } from "../http/render-searches.ts";
import { sendRequests } from "../http/send-requests.ts";
import { type Figure, medianOf } from "../print-figures.ts";
import { runCommand } from "../run-command.ts";
import { recordAnswers } from "./record-answers.ts";
import { type Served, type ServedOrder, startServed } from "./start-served.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The compilers of the runtimes need some. */
const warmingRoundCount = 3;
const roundCount = 11;
const roundCountShort = 5;

/** Of the demonstration's instruments ten are found by the term of the search. */
const operations = [
  { name: "symbol search", path: `${searchPath}nhua`, count: 2_000 },
  { name: "margin ratio", path: "/api/v1/diagnostics/margin-ratios/FPT", count: 4_000 },
] as const;

type Runtime = {
  readonly name: string;
  readonly command: string;
  readonly ours: readonly string[];
  readonly fixed: readonly string[];
  /** The same bytes by `node:http` as the runtime has it, where its own server is another. */
  readonly byNode?: readonly string[];
};

/** The service on a runtime, and the bare servers of that runtime with the same bytes. */
type Rivals = { readonly runtime: string; readonly ours: Served; readonly bare: ReadonlyMap<string, Served> };

/** What a request costs on each runtime, beside the bare server of that runtime sending the same bytes. */
export async function benchRuntimes({ isShort }: BenchOptions): Promise<Figure[]> {
  await buildPackages();
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-runtimes-"));
  const environment = {
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMIT_USER: "1000000",
    RATE_LIMIT_ADDRESS: "0",
    DATABASE_URL: "",
    FEED: "none",
  };
  const runOms = async (...words: readonly string[]) =>
    (await runCommand("node", ["apps/oms/dist/oms.js", ...words], root, environment)).printed.trim();
  const rivals: Rivals[] = [];
  try {
    await runOms("demo", "load");
    await runOms("keys", "make");
    const token = await runOms("token", "--user", "demo");
    const jwks = await runOms("keys", "list", "--public");
    for (const runtime of await listRuntimes(folder, jwks)) {
      rivals.push(await startRivals(runtime, folder, environment, token));
    }
    const figures: Figure[] = [];
    for (const operation of operations) {
      figures.push(...(await measure(rivals, operation, token, isShort ? roundCountShort : roundCount)));
    }
    return figures;
  } finally {
    await Promise.all(rivals.flatMap(({ ours, bare }) => [ours, ...bare.values()].map(({ stop }) => stop())));
    await rm(folder, { recursive: true, force: true });
  }
}

async function listRuntimes(folder: string, jwks: string): Promise<Runtime[]> {
  const serveOurs = pathOf("../http/serve-ours.ts");
  const workerd = pathOf("./serve-on-workerd.ts");
  const node = process.execPath;
  const others = (["bun", "deno"] as const).map(async (name) => ({
    name,
    command: await ensureRuntime(name),
    ours: [...runtimeWords[name], serveOurs],
    fixed: [...runtimeWords[name], pathOf(`./serve-fixed-on-${name}.ts`)],
    byNode: [...runtimeWords[name], pathOf("./serve-fixed-on-node.ts")],
  }));
  return [
    { name: "node", command: node, ours: [serveOurs], fixed: [pathOf("./serve-fixed-on-node.ts")] },
    ...(await Promise.all(others)),
    { name: "workerd", command: node, ours: [workerd, "ours", folder, jwks], fixed: [workerd, "fixed"] },
  ];
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function startRivals(
  { name, command, ours, fixed, byNode }: Runtime,
  folder: string,
  environment: ServedOrder["environment"],
  token: string,
): Promise<Rivals> {
  const start = (words: readonly string[]): Promise<Served> =>
    startServed({ command, words, environment, isBeneath: name === "workerd" });
  const served = await start(ours);
  const paths = operations.map(({ path }) => path);
  const file = join(folder, `answers-on-${name}.json`);
  await writeFile(file, JSON.stringify(await recordAnswers(served.port, paths, token)));
  const bare = new Map([["its own server", await start([...fixed, file])]]);
  if (byNode !== undefined) bare.set("its node:http", await start([...byNode, file]));
  return { runtime: name, ours: served, bare };
}

async function measure(
  rivals: readonly Rivals[],
  { name, path, count }: (typeof operations)[number],
  token: string,
  rounds: number,
): Promise<Figure[]> {
  const lanes = rivals.flatMap(({ runtime, ours, bare }) =>
    [["ours", ours] as const, ...bare].map(([side, served]) => ({
      runtime,
      side,
      served,
      costs: [] as number[],
    })),
  );
  for (let round = -warmingRoundCount; round < rounds; round += 1) {
    for (const { served, costs } of lanes) {
      // Who has had nothing to do since the last round has let go of what its compilers made.
      await sendRequests(served.port, path, token, count / 2);
      const before = await served.readCpuUs();
      await sendRequests(served.port, path, token, count);
      if (round >= 0) costs.push(((await served.readCpuUs()) - before) / count);
    }
  }
  return rivals.flatMap(({ runtime }) => {
    const [ours, ...bare] = lanes.filter((lane) => lane.runtime === runtime);
    const ratioOf = (costs: readonly number[]): number =>
      medianOf(costs.map((cost, round) => cost / (ours?.costs[round] ?? Number.NaN)));
    return [
      { what: `${name}: ours on ${runtime}`, value: medianOf(ours?.costs ?? []), unit: "µs" },
      ...bare.flatMap(({ side, costs }) => [
        { what: `${name}: ${side} on ${runtime}, same bytes`, value: medianOf(costs), unit: "µs" },
        { what: `${name}: ${side} on ${runtime}, of ours`, value: ratioOf(costs), unit: "times" },
      ]),
    ];
  });
}
