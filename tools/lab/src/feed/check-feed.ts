import { join } from "node:path";
import { openReferenceBook } from "@trading-oms/brokerage";
import type { Instrument } from "@trading-oms/market";
import { runOms, startNats } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { labTest } from "../harness/lab-test.ts";
import { startServerProcess } from "../harness/server.ts";
import { runFeedTrials } from "./trials.ts";

export const test = labTest({
  about: `Lets a built server follow a feed over NATS, takes NATS away under load, loses frames, sends bad messages and changes
the publisher, and looks whether it answers throughout and shows in time what the publisher's own board does. nats-server has
to be installed (Debian: nats-server), or named by NATS_SERVER_PATH. The short form gives the server 6 s instead of 2 to show
the right prices, since others may have the cores.`,
  options: { rounds: { kind: "count", about: "how often each trial is made", usual: 5, short: 1, min: 1 } },
  run: async ({ options, isShort, seed, folder, report }) => {
    const nats = await startNats();
    try {
      const environment = { DATA_DIR: folder };
      await runOms(environment, "db", "migrate");
      await runOms(environment, "demo", "load");
      const instruments = await listInstruments(folder);
      // The server starts while NATS is down, and must be ready all the same.
      await nats.stop();
      const server = await startServerProcess({ ...environment, FEED: nats.url, FEED_SIMULATED: "on" });
      try {
        const healingMsMax = isShort ? 6_000 : 2_000;
        const trials = { server, nats, instruments, seed, rounds: options.rounds, healingMsMax };
        const faults = await runFeedTrials(trials);
        report({ line: "the feed", faults });
      } finally {
        await server.kill();
      }
    } finally {
      await nats.stop();
    }
  },
});

/** The instruments in the store of a data folder. */
export async function listInstruments(folder: string): Promise<Instrument[]> {
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  try {
    const book = await openReferenceBook({ store });
    return [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  } finally {
    await store.close();
  }
}
