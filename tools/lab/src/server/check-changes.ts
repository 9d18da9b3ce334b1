import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import type { Verdict } from "../ground/lab-test.ts";
import { runOms, writeCatalog } from "../ground/oms.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import type { WireAnswer } from "../ground/wire.ts";
import { openWire, type Wire, writeRequest } from "../ground/wire.ts";

const seenMsMax = 1_000;
const lookMs = 5;

/** Something that the command line changes, what is asked for, and how an answer shows the change. */
type Change = {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
  readonly target: string;
  readonly shows: (answer: WireAnswer) => boolean;
};

/** Changes what a running server answers by, in a process beside it, and measures how late that is seen over HTTP. */
export async function checkChanges({ folder }: { readonly folder: string }): Promise<Verdict[]> {
  const dataFolder = join(folder, "changes");
  await mkdir(dataFolder, { recursive: true });
  const url = await makeDatabase();
  try {
    return [
      await checkOn("SQLite", dataFolder, { DATA_DIR: dataFolder }),
      await checkOn("PostgreSQL", dataFolder, { DATA_DIR: dataFolder, DATABASE_URL: url }),
    ];
  } finally {
    await dropDatabase(url);
  }
}

async function checkOn(
  engine: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const [catalog, changedCatalog] = [join(folder, "catalog.csv"), join(folder, "changed.csv")];
  await writeCatalog(catalog, ["FPT"]);
  await writeCatalog(changedCatalog, ["FPT", "ENDURE"]);
  await runOms(settings, "instruments", "import", catalog);
  await runOms(settings, "accounts", "open", "A-1", "--user", "demo");
  const server = await startServerProcess(settings);
  const faults: string[] = [];
  const told: string[] = [];
  for (const change of changesWith(changedCatalog)) {
    const seenMs = await measureChange(server, settings, change);
    told.push(`${change.name} ${seenMs.toFixed(0)} ms`);
    if (seenMs > seenMsMax) faults.push(`on ${engine} ${change.name} was not seen within ${seenMsMax} ms`);
  }
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  if (server.complaints() !== "") faults.push(`the server complained: ${server.complaints().slice(0, 500)}`);
  const line = `changed beside a server on ${engine}, seen after the command had ended: ${told.join(", ")} (at most ${seenMsMax})`;
  return { line, faults };
}

function changesWith(catalog: string): Change[] {
  const ratio = (symbol: string): string => `/api/v1/diagnostics/margin-ratios/${symbol}`;
  const notifications = "/api/v1/notifications?limit=1";
  const account = "A-2";
  return [
    {
      name: "rates",
      commands: [
        ["rates", "set", "--symbol", "FPT", "--margin", "0.77", "--call", "0.4", "--force-close", "0.3"],
      ],
      target: ratio("FPT"),
      shows: ({ body }) => body.includes('"marginRatio":0.77'),
    },
    {
      name: "an instrument",
      commands: [["instruments", "import", catalog]],
      target: ratio("ENDURE"),
      shows: ({ status }) => status === 200,
    },
    {
      name: "cash",
      commands: [["cash", "deposit", "A-1", "1234567"]],
      target: notifications,
      shows: ({ body }) => body.includes("1234567"),
    },
    {
      name: "the cash of a new account",
      commands: [
        ["accounts", "open", account, "--user", "demo"],
        ["cash", "deposit", account, "7654321"],
      ],
      target: notifications,
      shows: ({ body }) => body.includes("7654321") && body.includes(account),
    },
  ];
}

/** How long after the command's end a running loop of questions sees the change; at once is 0. */
async function measureChange(
  { port, token }: ServerProcess,
  settings: Readonly<Record<string, string>>,
  { commands, target, shows }: Change,
): Promise<number> {
  const opening = await openWire(port);
  if (opening.kind !== "open") throw new Error("The server takes no connection.");
  const { wire } = opening;
  const request = writeRequest(target, token);
  if (shows(await answerOf(wire, request))) throw new Error(`${target} shows the change before it is made.`);
  let endedMs = Number.POSITIVE_INFINITY;
  const work = runAll(settings, commands).then(() => {
    endedMs = performance.now();
  });
  for (;;) {
    if (shows(await answerOf(wire, request))) break;
    if (performance.now() - endedMs > 2 * seenMsMax) break;
    await wait(lookMs);
  }
  const seenMs = performance.now();
  await work;
  wire.close();
  return Math.max(0, seenMs - endedMs);
}

async function runAll(
  settings: Readonly<Record<string, string>>,
  commands: Change["commands"],
): Promise<void> {
  for (const words of commands) await runOms(settings, ...words);
}

async function answerOf(wire: Wire, request: string): Promise<WireAnswer> {
  const exchange = await wire.ask(request);
  if (exchange.kind !== "answered") throw new Error(`A request came to ${JSON.stringify(exchange)}.`);
  return exchange.answer;
}
