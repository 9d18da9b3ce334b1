import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openReferenceBook } from "@trading-oms/brokerage";
import type { Instrument } from "@trading-oms/market";
import { startNats } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { runOms } from "../run-oms.ts";
import { startServerProcess } from "../start-server-process.ts";
import { runFeedTrials } from "./run-feed-trials.ts";

const usage = `Lets a built server follow a feed over NATS, takes NATS away under load, loses frames, sends bad messages and changes
the publisher, and looks whether it answers throughout and shows in time what the publisher's own board does.

  pnpm check:feed [--short] [--seed N]

  --short     as CI does it: each trial once
  --seed N    what chance hangs on       (a new one)
  --help      this text

nats-server has to be installed (Debian: nats-server), or named by NATS_SERVER_PATH.

Exit codes: 0 all is as it has to be, 1 not so, 2 used wrongly.`;

process.exitCode = await checkFeed(process.argv.slice(2));

async function checkFeed(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if (typeof settings === "string") {
    console.error(`${settings}\n\n${usage}`);
    return 2;
  }
  const { isShort, seed, help } = settings;
  if (help) {
    console.log(usage);
    return 0;
  }
  console.log(`seed ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), "oms-feed-"));
  const nats = await startNats();
  try {
    const environment = { DATA_DIR: folder };
    await runOms(environment, "demo", "load");
    const instruments = await listInstruments(folder);
    // The server is started while there is no NATS, and has to be ready all the same.
    await nats.stop();
    const server = await startServerProcess({ ...environment, FEED: nats.url, FEED_SIMULATED: "on" });
    try {
      const faults = await runFeedTrials({ server, nats, instruments, seed, rounds: isShort ? 1 : 5 });
      for (const fault of faults.slice(0, 20)) console.error(`  ${fault}`);
      return faults.length === 0 ? 0 : 1;
    } finally {
      await server.kill();
    }
  } finally {
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function readSettings(words: readonly string[]): { isShort: boolean; seed: number; help: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        short: { type: "boolean", default: false },
        seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
        help: { type: "boolean", default: false },
      },
    });
    if (!/^\d{1,9}$/.test(values.seed)) return `--seed ${values.seed} is no whole number.`;
    return { isShort: values.short, seed: Number(values.seed), help: values.help };
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

async function listInstruments(folder: string): Promise<Instrument[]> {
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  try {
    const book = await openReferenceBook({ store, now: () => Date.now() });
    return [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  } finally {
    await store.close();
  }
}
