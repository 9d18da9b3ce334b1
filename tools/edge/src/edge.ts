import { parseArgs } from "node:util";
import { checkBundles, checkIsolates } from "./check.ts";
import { buildWorkers, deploy } from "./deploy.ts";
import { runHere } from "./dev.ts";
import { writeConversion, writeSql } from "./sql.ts";
import { edgeWorkers, requestWorker, workersOf } from "./workers.ts";

const help = `Bundles the server for Workers, checks it, runs it here and deploys it, with the configurations in apps/server.

  pnpm edge build   [--postgresql [--watch]] [--images]
  pnpm edge check   [--entry FILE] [--budget KIB]
  pnpm edge dev     [--port PORT] [--fresh]
  pnpm edge deploy  [--postgresql [--watch]] [--images] [--dry-run]
  pnpm edge sql BACKUP --into FILE
  pnpm edge sql --from SCHEMA --into FILE

build writes the bundles of a deployment into apps/server/.edge, where the configurations expect them.
check looks that no module of Node is in a bundle that Workers lack, weighs each, has wrangler rehearse its deployment,
  and measures in workerd how long it starts and what it holds once it has searched 20,000 instruments.
  --entry FILE   checks the bundle that begins with this module alone
  --budget KIB   what the compressed bundle of the Worker on D1 may weigh   (${requestWorker.budgetKib})
dev runs the Workers on this machine, with the demonstration on a D1 of their own in the folder edge of DATA_DIR or ./data.
  --port PORT    where it listens, 0 for a port that is free   (8787)
  --fresh        forgets what an earlier run has left
deploy bundles the Workers and deploys them by wrangler.
  --postgresql   the Worker that answers on PostgreSQL through Hyperdrive, in place of those on D1
  --watch        with --postgresql, also the Worker that watches there, for a database that no server on Node watches
  --images       the Worker of cards that keeps images, and the one that shows and removes them
  --dry-run      does all but the upload, offline and without an account
sql writes what oms db backup has written as the statements that fill an empty D1.
  --from SCHEMA  writes those that convert a D1 of this earlier schema instead
  --into FILE    where they go, for: wrangler d1 execute trading-oms --remote --file FILE

Exit codes: 0 done, 1 not done, or something is not as agreed, 2 used wrongly.`;

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const options = {
  postgresql: flag,
  watch: flag,
  images: flag,
  "dry-run": flag,
  entry: text,
  budget: text,
  port: text,
  fresh: flag,
  from: text,
  into: text,
  help: flag,
} as const;

/** The options of each command. */
const taken: Readonly<Record<string, readonly string[]>> = {
  build: ["postgresql", "watch", "images"],
  check: ["entry", "budget"],
  dev: ["port", "fresh"],
  deploy: ["postgresql", "watch", "images", "dry-run"],
  sql: ["from", "into"],
};

/** The command line is invalid. */
class UsageError extends Error {}

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  try {
    const { values, word, others } = readWords(words);
    if (values.help) {
      console.log(help);
      return 0;
    }
    return await run(word, others, values);
  } catch (failure) {
    if (!(failure instanceof UsageError)) throw failure;
    console.error(`${failure.message}\n\n${help}`);
    return 2;
  }
}

type Values = ReturnType<typeof readWords>["values"];

function readWords(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [word = "", ...others] = positionals;
    const given = Object.entries(values).filter(([name, value]) => name !== "help" && value !== false);
    const strange = given.find(([name]) => !taken[word]?.includes(name));
    if (!values.help && strange) throw new UsageError(`edge ${word} takes no --${strange[0]}.`);
    return { values, word, others };
  } catch (failure) {
    throw new UsageError(failure instanceof Error ? failure.message : String(failure));
  }
}

async function run(word: string, others: readonly string[], values: Values): Promise<number> {
  const [backupFile = "", ...more] = others;
  if (more.length > 0 || (backupFile !== "" && word !== "sql"))
    throw new UsageError(`edge ${word} takes no ${others.at(-1)}.`);
  switch (word) {
    case "build":
      return (await buildWorkers(workersOf(deploymentOf(values)))) ? 0 : 1;
    case "check":
      return (await check(values)) ? 0 : 1;
    case "dev":
      return runHere({ port: numberOf("port", values.port ?? "8787", 65_535), isFresh: values.fresh });
    case "deploy":
      return deploy(deploymentOf(values), values["dry-run"]);
    case "sql":
      if ((backupFile === "") === (values.from === undefined) || values.into === undefined)
        throw new UsageError(
          "Name one backup, or a schema by --from, and by --into the file that the statements go to.",
        );
      return values.from === undefined
        ? writeSql(backupFile, values.into)
        : writeConversion(numberOf("from", values.from, 999), values.into);
    default:
      throw new UsageError(`Say what to do: ${Object.keys(taken).join(", ")}.`);
  }
}

async function check({ entry, budget = String(requestWorker.budgetKib) }: Values): Promise<boolean> {
  const budgetKib = numberOf("budget", budget, 99_999);
  const requests = { ...requestWorker, entry: entry ?? requestWorker.entry, budgetKib };
  if (entry !== undefined) return checkBundles([requests]);
  const workers = edgeWorkers.map((worker) => (worker === requestWorker ? requests : worker));
  return (await checkBundles(workers)) && (await checkIsolates());
}

function deploymentOf({ postgresql, watch, images }: Values) {
  if (watch && !postgresql)
    throw new UsageError("--watch is for --postgresql: on D1 positions are watched without it.");
  return { isOnPostgresql: postgresql, watchesPostgresql: watch, keepsImages: images };
}

function numberOf(name: string, value: string, max: number): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > max)
    throw new UsageError(`--${name} has to be a whole number up to ${max}, not "${value}".`);
  return Number(value);
}
