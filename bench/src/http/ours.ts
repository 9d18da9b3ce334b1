import { join } from "node:path";
import { openReferenceBook } from "@trading-oms/brokerage";
import type { Feed } from "@trading-oms/brokerage/ports";
import { readSettings } from "@trading-oms/server/read-settings";
import { startServer } from "@trading-oms/server/start-server";
import { openSqliteStore } from "@trading-oms/store";
import { playMorning } from "./work.ts";

// Runs the built server on a feed that plays one morning and then stays silent.
const reading = readSettings([], process.env);
if (reading.kind !== "settings") throw new Error("The settings of the bench are not those of the server.");
const store = await openSqliteStore({ path: join(reading.settings.dataFolder, "oms.sqlite") });
const morning = playMorning(await openReferenceBook({ store }));
await store.close();
const feed: Feed = {
  isAlwaysTrading: false,
  follow: async (take) => {
    take(morning);
    return { need: () => {}, stop: async () => {} };
  },
};
const started = await startServer(reading.settings, {
  opened: { feed, isSimulated: () => false, begin: () => ({ stop: async () => {} }) },
});
if (started.kind === "faulty") throw new Error(started.faults.join("\n"));
process.once("SIGTERM", () => void started.stop().then(() => process.exit()));
