import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseKeys, publicKeysOf } from "@trading-oms/access";
import { type StartedEdge, startEdge } from "../start-edge.ts";
import { greetEdge } from "./greet-edge.ts";
import { loadDemonstration } from "./load-demonstration.ts";
import { runOms } from "./run-oms.ts";

const usage = `Runs the Workers on this machine, with the data of the demonstration on a D1 of their own.

  pnpm dev:edge [--port PORT] [--fresh]

  --port PORT   where it listens, 0 for a port that is free   (8787)
  --fresh       forgets what an earlier run has left
  --help        this text

What it holds is kept under DATA_DIR or ./data, in the folder edge. Exit codes: 0 it was ended, 1 it failed, 2 used wrongly.`;

/** As often as the clock of Workers wakes the one that watches. */
const watchMs = 60_000;

process.exitCode = await devEdge(process.argv.slice(2));

async function devEdge(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const dataFolder = resolve(process.env["DATA_DIR"] || "data");
  const folder = join(dataFolder, "edge");
  if (settings.fresh) await rm(folder, { recursive: true, force: true });
  const token = (await runOms(dataFolder, "token", "--user", "demo", "--ttl", "8h")).trim();
  const texts = { AUTH_JWKS: await readPublicKeys(dataFolder) };
  const edge = await startEdge({ texts, port: settings.port, folder, hear: (line) => console.log(line) });
  try {
    await load(edge, folder);
    console.log(greetEdge(edge.url, token, folder));
    const clock = setInterval(() => edge.watch().catch(console.error), watchMs);
    await whenEnded();
    clearInterval(clock);
    return 0;
  } finally {
    await edge.stop();
  }
}

async function load(edge: StartedEdge, folder: string): Promise<void> {
  try {
    const isLoaded = await loadDemonstration(await edge.openStore());
    console.log(
      isLoaded ? "The demonstration was loaded." : `The data of an earlier run are used: ${folder}`,
    );
  } catch (failure) {
    throw new Error(`D1 can't be used as it is; pnpm dev:edge --fresh begins with another.`, {
      cause: failure,
    });
  }
}

/** Miniflare would end the process at once, and D1 in the middle of whatever it does. */
function whenEnded(): Promise<void> {
  return new Promise((settle) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.removeAllListeners(signal);
      process.on(signal, () => settle());
    }
  });
}

async function readPublicKeys(dataFolder: string): Promise<string> {
  const parsed = await parseKeys(await readFile(join(dataFolder, "keys.json"), "utf8"));
  if (parsed.kind !== "keys") throw new Error(`keys.json can't be used: ${parsed.issues.join(" ")}`);
  return JSON.stringify(publicKeysOf(parsed.jwks));
}

type Settings = { readonly port: number; readonly fresh: boolean; readonly help: boolean };

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const options = {
      port: { type: "string", default: "8787" },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    } as const;
    const { port, fresh, help } = parseArgs({ args: [...words], options }).values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { fault: `--port ${port} is no port.` };
    return { port: Number(port), fresh, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
