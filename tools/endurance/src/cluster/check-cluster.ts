import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withCluster } from "./open-cluster.ts";
import { readSettings } from "./read-settings.ts";
import { runCluster } from "./run-cluster.ts";

const usage = `Lets clients ask three built servers on one PostgreSQL with a replica and one NATS for everything, while one server after
the other is killed, the primary is restarted or crashes, the replica crashes or stands still, and NATS goes away; and
looks whether anything was lost, done or told twice.

  pnpm check:cluster [--short] [--seconds N] [--seed N]

  --short        as CI does it: 40 seconds
  --seconds N    how long                   (300; each outage comes once at least)
  --seed N       what chance hangs on       (a new one)
  --help         this text

PostgreSQL and NATS are started for this alone, and removed. Their programs have to be installed (Debian: postgresql,
nats-server), or named by POSTGRESQL_PROGRAMS and NATS_SERVER_PATH.

Exit codes: 0 all is as it has to be, 1 not so, 2 used wrongly.`;

const faultsShownMax = 30;

// Whoever is interrupted ends as others do, with all that was started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exitCode = await checkCluster(process.argv.slice(2));

async function checkCluster(words: readonly string[]): Promise<number> {
  const settings = readSettings(words, Date.now() % 1_000_000_000);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  console.log(`seed ${settings.seed}`);
  const folder = await mkdtemp(join(tmpdir(), "oms-cluster-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { line, faults } = await withCluster(folder, settings.seed, (cluster) =>
    runCluster(cluster, settings),
  );
  console.log(`${line}: ${faults.length === 0 ? "nothing lost, nothing twice" : "NOT AS IT HAS TO BE"}`);
  for (const fault of faults.slice(0, faultsShownMax)) console.error(`  ${fault}`);
  return faults.length === 0 ? 0 : 1;
}
