import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchOn } from "@trading-oms/scratch";
import { checkNames, everyCheck, runtimeCheckNames } from "./every-check.ts";
import { readSettings } from "./read-settings.ts";
import { runOms } from "./run-oms.ts";

const usage = `Starts the built server, and lets it bear what the world does to servers.

  pnpm check:server [--short] [--only NAME] [--on RUNTIME] [--seed N]

  --short       fewer stops, starts and pieces of rubbish, as CI does it
  --only NAME   one check only, with every figure that it has:
                stopping   SIGTERM under 64 clients: no request is cut             (20 times; short: 4)
                slow       200 connections that send a byte a second: others do not wait for them
                starts     ready in half a second with 20,000 instruments          (15 starts; short: 5)
                changes    what the command line changes is seen within a second, on SQLite and PostgreSQL
                flood      100,200 networks that are refused: strangers are served, and the log stays small
                store-away PostgreSQL gone, a disk full: 503 alone, /readyz says so, nothing is lost
                rubbish    hostile requests: declared answers, and no trace of them (100,000; short: 5,000)
                hostile    bodies, chunks and pipelines that cost more to take than to send, uploads that stall:
                           others are served meanwhile                       (60 s each; short: 8 s)
  --on RUNTIME  bun or deno in place of Node: stopping, slow and rubbish
  --seed N      what chance hangs on                                               (a new one)
  --help        this text

  TEST_DATABASE_URL is a PostgreSQL where databases may be made
  (postgres://postgres@127.0.0.1:5432/postgres). It runs on Linux, since it looks into /proc.

Exit codes: 0 the server bore it all, 1 it did not, 2 used wrongly.`;

const faultsShownMax = 20;

process.exitCode = await checkServer(process.argv.slice(2));

async function checkServer(words: readonly string[]): Promise<number> {
  const settings = readSettings(words, Date.now() % 1_000_000_000);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const { only, on, isShort, seed } = settings;
  const launch = on && (await launchOn(on));
  const names = on === undefined ? checkNames : runtimeCheckNames;
  console.log(`seed ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), "oms-endurance-"));
  let faultCount = 0;
  try {
    await runOms({ DATA_DIR: folder }, "demo", "load");
    for (const name of names) {
      if (only !== undefined && only !== name) continue;
      for (const { line, faults } of await everyCheck[name]({ folder, seed, isShort, launch })) {
        console.log(`${name}: ${line}: ${faults.length === 0 ? "borne" : "NOT BORNE"}`);
        for (const fault of faults.slice(0, faultsShownMax)) console.error(`  ${fault}`);
        faultCount += faults.length;
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return faultCount === 0 ? 0 : 1;
}
