import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LabTest, readWords, renderHelp } from "./ground/lab-test.ts";

type Entry = { readonly about: string; readonly load: () => Promise<{ readonly test: LabTest }> };

/** Every test by its name; one that is not asked for is not loaded. */
const tests: Readonly<Record<string, Entry>> = {
  crash: {
    about: "processes are killed while they write; nothing acknowledged is lost",
    load: () => import("./crash/crash.ts"),
  },
  import: { about: "a large import lets others write", load: () => import("./crash/import.ts") },
  race: { about: "two servers on one store tell one story", load: () => import("./race/check-race.ts") },
  watch: {
    about: "whoever dies, each owner is told each thing once",
    load: () => import("./watch/check-watch.ts"),
  },
  feed: {
    about: "a feed over NATS is right again after outages, losses and rubbish",
    load: () => import("./feed/check-feed.ts"),
  },
  cluster: {
    about: "three servers bear what goes away: a server, the primary, the replica, NATS",
    load: () => import("./cluster/check-cluster.ts"),
  },
  catalog: {
    about: "a server follows a large catalog while it is searched",
    load: () => import("./catalog/check-catalog.ts"),
  },
  images: { about: "hostile images harm nobody", load: () => import("./images/check-images.ts") },
  server: {
    about: "a server bears stops, slow senders, floods, a lost store, rubbish and hostile bodies",
    load: () => import("./server/check-server.ts"),
  },
  "walk-through": {
    about: "the pages that walk through a margin call are as shown",
    load: () => import("./walk-through/check-walk-through.ts"),
  },
  claims: {
    about: "every planted fault of the service is found by its claim",
    load: () => import("./conformance/check-conformance.ts"),
  },
};

const faultsShownMax = 30;

// An interrupted test ends as others do, with all that it started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exitCode = await lab(process.argv.slice(2));

async function lab([name = "--help", ...words]: readonly string[]): Promise<number> {
  if (name === "--help") {
    console.log(listTests());
    return 0;
  }
  const entry = tests[name];
  if (entry === undefined) {
    console.error(`There is no test ${name}.\n\n${listTests()}`);
    return 2;
  }
  const { test } = await entry.load();
  const read = readWords(test, words, Date.now() % 1_000_000_000);
  if ("fault" in read) {
    console.error(`${read.fault}\n\n${renderHelp(name, test)}`);
    return 2;
  }
  if (read.help) {
    console.log(renderHelp(name, test));
    return 0;
  }
  console.log(`seed ${read.seed}`);
  const folder = await mkdtemp(join(tmpdir(), `oms-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  let faultCount = 0;
  await test.run({
    ...read,
    folder,
    tell: ({ line, faults }) => {
      console.log(`${line}: ${faults.length === 0 ? "holds" : "DOES NOT HOLD"}`);
      for (const fault of faults.slice(0, faultsShownMax)) console.error(`  ${fault}`);
      faultCount += faults.length;
    },
  });
  return faultCount === 0 ? 0 : 1;
}

function listTests(): string {
  const width = Math.max(...Object.keys(tests).map((name) => name.length));
  const lines = Object.entries(tests).map(([name, { about }]) => `  ${name.padEnd(width)}   ${about}`);
  return `Tests that take long, or break things on purpose.

  pnpm lab NAME [--short] [--seed N] [--help]

${lines.join("\n")}`;
}
