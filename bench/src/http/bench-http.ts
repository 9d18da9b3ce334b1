import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackages } from "../build-packages.ts";
import { type Figure, medianOf } from "../print-figures.ts";
import { runCommand } from "../run-command.ts";
import { sendRequests } from "./send-requests.ts";
import { type Started, startContender } from "./start-contender.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const roundCount = 7;

const operations = [
  { name: "margin ratio", path: "/api/v1/diagnostics/margin-ratios/FPT", count: 20_000 },
  { name: "notifications, 2", path: "/api/v1/notifications?limit=2", count: 10_000 },
  { name: "notifications, 50", path: "/api/v1/notifications", count: 2_000 },
] as const;

/** What a request costs the server's processor, beside Fastify and `node:http` doing the same work. */
export async function benchHttp(): Promise<Figure[]> {
  await buildPackages("server");
  await buildPackages("oms");
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-http-"));
  const environment = {
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMIT_USER: "1000000",
    DATABASE_URL: "",
    // An exchange that plays beside would be counted as what requests cost.
    FEED: "none",
  };
  const contenders = new Map<string, Started>();
  try {
    const runOms = async (...words: readonly string[]) =>
      (await runCommand("node", ["apps/oms/dist/oms.js", ...words], root, environment)).printed.trim();
    await runOms("demo", "load");
    await runOms("keys", "make");
    const token = await runOms("token", "--user", "demo");
    const server = join(root, "apps/server/dist/runtime/node.js");
    const contender = fileURLToPath(new URL("./serve-contender.ts", import.meta.url));
    contenders.set("ours", await startContender([server], environment, "/metrics"));
    for (const name of ["fastify-plugins", "fastify", "node"]) {
      contenders.set(name, await startContender([contender, name, folder], environment, "/cpu"));
    }
    const figures: Figure[] = [];
    for (const operation of operations) figures.push(...(await measure(contenders, operation, token)));
    return figures;
  } finally {
    await Promise.all([...contenders.values()].map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  contenders: ReadonlyMap<string, Started>,
  { name, path, count }: (typeof operations)[number],
  token: string,
): Promise<Figure[]> {
  const costs = new Map<string, number[]>([...contenders.keys()].map((each) => [each, []]));
  for (let round = 0; round <= roundCount; round += 1) {
    for (const [each, { port, readCpuUs }] of contenders) {
      const before = await readCpuUs();
      await sendRequests(port, path, token, count);
      // The first round is for the compilers of the runtime.
      if (round > 0) costs.get(each)?.push((await readCpuUs()) / count - before / count);
    }
  }
  const ours = costs.get("ours") ?? [];
  const ratioTo = (each: string): number =>
    medianOf((costs.get(each) ?? []).map((cost, round) => cost / (ours[round] ?? Number.NaN)));
  return [
    ...[...costs].map(([each, list]) => ({ what: `${name}: ${each}`, value: medianOf(list), unit: "µs" })),
    {
      what: `${name}: Fastify and plugins, of ours`,
      value: ratioTo("fastify-plugins"),
      unit: "times",
      least: 1.3,
    },
    { what: `${name}: bare Fastify, of ours`, value: ratioTo("fastify"), unit: "times" },
    { what: `${name}: node:http by hand, of ours`, value: ratioTo("node"), unit: "times" },
  ];
}
