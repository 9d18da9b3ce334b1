import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseKeys, publicKeysOf } from "@trading-oms/access";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { runOms } from "@trading-oms/scratch";
import { restoreBackup } from "./sql.ts";
import { type StartedEdge, startEdge } from "./start-edge.ts";

/** The interval of the cron trigger of the watching Worker. */
const watchMs = 60_000;

/** Runs the Workers on this machine until they are stopped. Their data is kept under DATA_DIR or ./data. */
export async function runHere(order: { readonly port: number; readonly isFresh: boolean }): Promise<number> {
  const dataFolder = resolve(process.env["DATA_DIR"] || "data");
  const folder = join(dataFolder, "edge");
  if (order.isFresh) await rm(folder, { recursive: true, force: true });
  const token = (await runOms({ DATA_DIR: dataFolder }, "token", "--user", "demo", "--ttl", "8h")).trim();
  const texts = { AUTH_JWKS: await readPublicKeys(dataFolder) };
  const edge = await startEdge({ texts, port: order.port, folder, hear: (line) => console.log(line) });
  try {
    await load(edge, folder);
    console.log(greeting(edge.url, token, folder));
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
    throw new Error("D1 can't be used as it is; --fresh begins with another.", { cause: failure });
  }
}

/** Loads the demonstration into an empty store. Returns whether it did. */
async function loadDemonstration(store: DurableStore): Promise<boolean> {
  if ((await store.listAccounts({ limit: 1 })).length > 0) return false;
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-demonstration-"));
  try {
    const backupFile = join(folder, "demonstration.jsonl.gz");
    await runOms({ DATA_DIR: folder }, "db", "migrate");
    await runOms({ DATA_DIR: folder }, "demo", "load");
    await runOms({ DATA_DIR: folder }, "db", "backup", backupFile);
    await restoreBackup(store, backupFile);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Miniflare's own handlers would end the process at once, in the middle of D1's work. */
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

/** Prints what to paste. */
function greeting(origin: string, token: string, folder: string): string {
  return `
This is a demonstration on workerd, the runtime of Workers, as it runs on this machine: invented accounts on a D1 of their
own in ${folder}, and keys that this machine has made for itself. Never put it on a network.
What the service promises: ${origin}/docs

A token for the user demo, good for 8 hours (another: npm run oms -- token --user demo):

  TOKEN=${token}

Five requests to paste:

  curl -s ${origin}/api/v1/MarketData/GetSymbolSearch/fpt
  curl -s -H "Authorization: Bearer $TOKEN" ${origin}/api/v1/diagnostics/margin-ratios/FPT
  curl -s -H "Authorization: Bearer $TOKEN" "${origin}/api/v1/notifications?limit=2"
  curl -s -i ${origin}/api/v1/notifications
  curl -s -H "Content-Type: application/json" --data @docs/examples/id-card.json ${origin}/api/v2/chat/api/id-card

Nothing plays an exchange here, so that searches find no quotes. Ctrl+C ends it, and what it holds is kept.
`;
}
