import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { buildPackages } from "../build-packages.ts";
import { type Figure, medianOf } from "../print-figures.ts";
import { runCommand } from "../run-command.ts";
import { type MeasuredOperation, operations } from "./measured-operations.ts";
import { sendRequests } from "./send-requests.ts";
import { type Started, startContender } from "./start-contender.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The compilers of the runtime need some. */
const warmingRoundCount = 3;
/** Many short ones, so that what else the machine does meets all contenders alike. */
const roundCount = 15;

/** What a request costs the server's processor, beside Fastify, Hono and `node:http` doing the same work. */
export async function benchHttp(): Promise<Figure[]> {
  await buildPackages();
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-http-"));
  const environment = {
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMIT_USER: "1000000",
    RATE_LIMIT_ADDRESS: "0",
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
    const start = async (name: string): Promise<Started> => {
      if (name === "ours") return startContender([pathOf("serve-ours")], environment, "/metrics");
      return startContender([pathOf("serve-contender"), name, folder], environment, "/cpu");
    };
    for (const name of new Set(operations.flatMap((each) => each.contenders))) {
      contenders.set(name, await start(name));
    }
    const figures: Figure[] = [];
    for (const operation of operations) {
      const asked = new Map([...contenders].filter(([name]) => operation.contenders.includes(name)));
      await compareAnswers(asked, operation, token);
      figures.push(...(await measure(asked, operation, token)));
    }
    return figures;
  } finally {
    await Promise.all([...contenders.values()].map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
}

/** Who answers something else than we do has not done the same work. */
async function compareAnswers(
  contenders: ReadonlyMap<string, Started>,
  { name, path, answered }: MeasuredOperation,
  token: string,
): Promise<void> {
  const read = async ({ port }: Started): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    const body = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json();
    return answered === undefined ? body : (body as Readonly<Record<string, unknown>>)[answered];
  };
  const [ours, ...others] = await Promise.all([...contenders.values()].map(read));
  if (!others.every((other) => isDeepStrictEqual(other, ours))) {
    throw new Error(`${name} is not answered alike by all.`);
  }
}

async function measure(
  contenders: ReadonlyMap<string, Started>,
  { name, path, count, ratios }: MeasuredOperation,
  token: string,
): Promise<Figure[]> {
  const costs = new Map<string, number[]>([...contenders.keys()].map((each) => [each, []]));
  for (let round = -warmingRoundCount; round < roundCount; round += 1) {
    for (const [each, { port, readCpuUs }] of contenders) {
      const before = await readCpuUs();
      await sendRequests(port, path, token, count);
      if (round >= 0) costs.get(each)?.push((await readCpuUs()) / count - before / count);
    }
  }
  const ours = costs.get("ours") ?? [];
  const ratioTo = (each: string): number =>
    medianOf((costs.get(each) ?? []).map((cost, round) => cost / (ours[round] ?? Number.NaN)));
  return [
    ...[...costs].map(([each, list]) => ({ what: `${name}: ${each}`, value: medianOf(list), unit: "µs" })),
    ...ratios.map(({ to, what, least }) => ({
      what: `${name}: ${what}, of ours`,
      value: ratioTo(to),
      unit: "times",
      ...(least !== undefined && { least }),
    })),
  ];
}
