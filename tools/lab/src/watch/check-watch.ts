import { setTimeout as wait } from "node:timers/promises";
import type { Services, StoredNotification } from "@trading-oms/brokerage";
import { signTokens } from "@trading-oms/scratch";
import { readAllNotifications } from "../harness/accounts.ts";
import { makeDiceOf } from "../harness/dice.ts";
import { largest, seconds } from "../harness/figures.ts";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import type { ServerProcess } from "../harness/server.ts";
import { withStore } from "../harness/stores.ts";
import { checkNotifications } from "../model/notifications.ts";
import { checkPages } from "./check-pages.ts";
import { openWatchedMarket } from "./market.ts";
import {
  areShared,
  awaitSettled,
  handedOverMsMax,
  isKillDue,
  killInRound,
  openFleet,
  playRound,
  settledMsMax,
  stopInRound,
  type WatchRun,
  wasInMiddle,
} from "./rounds.ts";

/** The minimum numbers of a run, and its seed. */
type Settings = { readonly episodes: number; readonly kills: number; readonly seed: number };
type Environment = Readonly<Record<string, string>>;

export const test = labTest({
  about: `Lets prices rise and fall by hand while built servers watch positions and are killed in the middle of it, and looks
whether each owner was told each thing once, and how long others took to go on. TEST_DATABASE_URL is a PostgreSQL where
databases may be made (postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    episodes: { kind: "count", about: "episodes at least", usual: 1_000, short: 200 },
    kills: { kind: "count", about: "kills at least", usual: 5, short: 1 },
  },
  run: async ({ options: { episodes, kills }, seed, folder, report }) => {
    report(
      await withStore("postgresql", folder, (services, environment) =>
        watch(services, environment, { episodes, kills, seed }),
      ),
    );
  },
});

/** Leaves time for duplicate or unexplained notifications to show up. */
const idleMs = 1_500;

/** Plays rounds on an empty shared store and checks them. */
async function watch(
  services: Services,
  environment: Environment,
  { kills, episodes, seed }: Settings,
): Promise<Verdict> {
  const market = await openWatchedMarket(services, makeDiceOf(seed, 0));
  const fleet = openFleet(environment);
  const run: WatchRun = { market, fleet, killCount: kills, interruptions: [], handoversMs: [], faults: [] };
  try {
    const server = await playShared(run);
    if (server !== undefined) await playOut(run, episodes);
    const notifications = await readAllNotifications(
      services,
      market.expected().map(({ position }) => position.userId),
    );
    const sign = async (userId: string) => (await signTokens(environment, [userId])).get(userId) ?? "";
    const pageFaults = server === undefined ? [] : await checkPages(market, { server, sign }, notifications);
    // The exit codes and logs of the last servers are checked as well.
    await fleet.stopAll();
    const { line, faults } = checkWatch(run, notifications);
    return { line, faults: [...faults, ...pageFaults] };
  } finally {
    await fleet.stopAll();
  }
}

/** Checks a run by its notifications. A run without a takeover is a fault: it proves nothing. */
function checkWatch(run: WatchRun, notifications: readonly StoredNotification[]): Verdict {
  const { market, fleet, interruptions, handoversMs } = run;
  const { faults, reminderCount } = checkNotifications(market.expected(), notifications);
  const takeoverMs = largest(interruptions.map((each) => each.takeoverMs));
  const line =
    `two servers that share: ${market.episodeCount()} episodes of ${market.expected().length} positions, ${notifications.length} notifications, ` +
    `${reminderCount} of them reminders; ${interruptions.length} kills, ` +
    `longest takeover ${seconds(takeoverMs)} (at most ${seconds(settledMsMax)})` +
    handoversMs.map((ms) => `; on SIGTERM ${seconds(ms)} (at most ${seconds(handedOverMsMax)})`).join("");
  const isProof = interruptions.some(wasInMiddle) || run.faults.length > 0;
  const unproven = isProof ? [] : ["no server was killed in the middle of a round"];
  return { line, faults: [...run.faults, ...faults, ...fleet.faults, ...unproven] };
}

/** Continues until the number of episodes is reached, and checks that nothing follows. */
async function playOut(run: WatchRun, episodes: number): Promise<void> {
  while (run.market.episodeCount() < episodes) if (!(await playRound(run))) return;
  await wait(idleMs);
  await awaitSettled(run, "after the last prices were set", performance.now());
}

/** Two servers share the shards. Either is killed, restarted and gets its half back; at the end one is stopped. Returns a server that runs at the end, or undefined if a part was late. */
async function playShared(run: WatchRun): Promise<ServerProcess | undefined> {
  const { fleet, market } = run;
  // One after the other: the first may have to create the keys that both trust.
  let one = await fleet.start();
  let other = await fleet.start();
  while (isKillDue(run)) {
    if (!(await areShared(run, [one, other])) || !(await playRound(run))) return undefined;
    if (market.dice(2) === 0) [one, other] = [other, one];
    if (!(await killInRound(run, one))) return undefined;
    one = await fleet.start();
  }
  if (!(await areShared(run, [one, other]))) return undefined;
  if (!(await stopInRound(run, one, other))) return undefined;
  return (await areShared(run, [await fleet.start(), other])) ? other : undefined;
}
