import { makeDice } from "../make-dice.ts";
import type { SentCover } from "../race/sent-cover.ts";
import { checkPages } from "../watch/check-pages.ts";
import { measureUntil } from "../watch/measure-until.ts";
import { awaitSettled } from "../watch/play-round.ts";
import { readTellings } from "../watch/read-tellings.ts";
import type { ClusterRun } from "./cluster-run.ts";
import { compareServers } from "./compare-servers.ts";
import { openClient } from "./open-client.ts";
import { readPageSources } from "./read-page-sources.ts";

/** What every server says of every position when all is quiet. */
const wholeMsMax = 5_000;
const comparedMsMax = 5_000;

/** Sees that all servers show the same at the end: the boards, the pages of users, and what is in force already. */
export async function lookAtEnd(run: ClusterRun): Promise<SentCover[]> {
  const { cluster, shared, faults } = run;
  await awaitSettled(run, "after the last outage", performance.now());
  await compareBoards(run);
  await tellPages(run);
  const looks: SentCover[] = [];
  const client = openClient({ ...shared, sent: looks }, makeDice(1));
  for (const position of cluster.positions) {
    const state = await cluster.services.store.readAccount(position);
    const held = state?.positions.find(({ symbol }) => symbol === position.symbol);
    for (const { index } of cluster.slots) {
      const key = `look-${looks.length}`;
      await client.cover(index, { key, position, amountVnd: Number(held?.coveredVnd), staysHere: true });
    }
  }
  client.close();
  const users = new Set(cluster.market.expected().map(({ position }) => position.userId));
  const told = await readTellings(cluster.services, users);
  const sign = async (userId: string): Promise<string> => shared.tokens.get(userId) ?? "";
  const watched = cluster.market.expected().filter(({ position }) => shared.tokens.has(position.userId));
  const shown = { dice: cluster.market.dice, expected: () => watched };
  for (const server of cluster.slots) faults.push(...(await checkPages(shown, { server, sign }, told)));
  return looks;
}

/** The market ends, and then every server has to show how. */
async function compareBoards({ cluster, faults }: ClusterRun): Promise<void> {
  const { slots, symbols, publisher } = cluster;
  const limit = { sinceMs: performance.now(), elapsedMsMax: wholeMsMax };
  const areWhole = async (): Promise<boolean> => (await Promise.all(slots.map(isWhole))).every(Boolean);
  if ((await measureUntil(areWhole, limit)) === undefined)
    faults.push("a server does not know all that was published");
  const code = await publisher.stop();
  if (code !== 0) faults.push(`the publisher ended with ${code}: ${publisher.said().slice(-300)}`);
  let different: readonly string[] = [];
  const areAlike = async (): Promise<boolean> => {
    different = await compareServers(slots, symbols);
    return different.length === 0;
  };
  const comparing = { sinceMs: performance.now(), elapsedMsMax: comparedMsMax };
  if ((await measureUntil(areAlike, comparing)) === undefined) faults.push(...different.slice(0, 3));
}

/** Pages have to have been read at the replica, or nothing was shown of it. */
async function tellPages({ cluster, faults, say }: ClusterRun): Promise<void> {
  const sums = new Map<string, number>();
  for (const { port } of cluster.slots) {
    for (const [source, count] of await readPageSources(port))
      sums.set(source, (sums.get(source) ?? 0) + count);
  }
  say(
    `pages of notifications since the last kill: ${[...sums].map(([source, count]) => `${source} ${count}`).join(", ")}`,
  );
  if (!sums.get("replica")) faults.push("no page was read at the replica");
}

async function isWhole({ port }: { readonly port: number }): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  return /^oms_feed_whole 1$/m.test(await answer.text());
}
