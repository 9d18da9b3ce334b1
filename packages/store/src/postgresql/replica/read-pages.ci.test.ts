import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "@trading-oms/brokerage/ports";
import { runSql, type ScratchPostgresql, startPostgresql } from "@trading-oms/scratch";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { fallSilent } from "../../testing/fall-silent.ts";
import { makeChange, makeDraft, openAccount } from "../../testing/make-change.ts";
import { openPostgresqlStore } from "../open-postgresql-store.ts";
import type { PageSource } from "./read-pages.ts";

const patience = { timeout: 20_000, interval: 20 };
const page = { limit: 10, offset: 0 };

let primary: ScratchPostgresql;
let replica: ScratchPostgresql;
let userCount = 0;
const opened: Store[] = [];

beforeAll(async () => {
  primary = await startPostgresql();
  replica = await primary.addReplica();
});

afterEach(async () => {
  await runSql(replica.url, "select pg_wal_replay_resume()").catch(() => {});
  for (const store of opened.splice(0)) await store.close();
});

afterAll(async () => {
  await replica.remove();
  await primary.remove();
});

/** A store with a new user, who has been told one thing, and the places where pages were read. */
async function planReader(readUrl: string = replica.url) {
  const sources: PageSource[] = [];
  const readFrom = { url: readUrl, tellSource: (source: PageSource) => void sources.push(source) };
  const store = await openPostgresqlStore({ url: primary.url, readFrom });
  opened.push(store);
  userCount += 1;
  const [userId, accountId] = [`u-${userCount}`, `A-${userCount}`];
  await openAccount(store, userId, accountId);
  let version = 0;
  const tell = async (by: Store = store): Promise<void> => {
    version += 1;
    const notifications = [makeDraft(`m-${version}`)];
    const change = makeChange(userId, accountId, { expectedVersion: version, notifications });
    expect(await by.commit(change)).toBe("committed");
  };
  await tell();
  const read = async (): Promise<string[]> =>
    (await store.listNotifications(userId, page)).map(({ messageId }) => messageId);
  const readUntil = (source: PageSource) =>
    expect.poll(async () => [await read(), sources.at(-1)][1], patience).toBe(source);
  return { userId, tell, read, readUntil, sources };
}

test("pages come from the replica once it has what the user was told, and never lack it before", async () => {
  const { tell, read, readUntil } = await planReader();
  await readUntil("replica");
  for (let count = 2; count <= 60; count += 1) {
    await tell();
    expect(await read()).toContain(`m-${count}`);
    if (count % 20 === 0) await readUntil("replica");
  }
});

test("a replica that replays nothing keeps nothing from a user: the primary is asked, until it goes on", async () => {
  const { tell, read, readUntil, sources } = await planReader();
  await readUntil("replica");
  await runSql(replica.url, "select pg_wal_replay_pause()");
  await tell();
  const began = performance.now();
  while (performance.now() - began < 2_500) {
    expect(await read()).toEqual(["m-2", "m-1"]);
    await wait(20);
  }
  expect(sources.at(-1)).not.toBe("replica");
  expect(sources).toContain("behind");
  await runSql(replica.url, "select pg_wal_replay_resume()");
  await readUntil("replica");
  expect(await read()).toEqual(["m-2", "m-1"]);
});

test("what another process told is shown within a second and a half, though the replica replays nothing", async () => {
  const { userId, tell, read, readUntil } = await planReader();
  const other = await openPostgresqlStore({ url: primary.url });
  opened.push(other);
  await readUntil("replica");
  await runSql(replica.url, "select pg_wal_replay_pause()");
  await tell(other);
  await expect.poll(read, { timeout: 1_500, interval: 20 }).toEqual(["m-2", "m-1"]);
  expect(await other.listNotifications(userId, page)).toHaveLength(2);
});

test("a replica that is gone costs nobody a page, and is read again when it is back", async () => {
  const { read, readUntil } = await planReader();
  await readUntil("replica");
  await replica.stop("immediate");
  for (let count = 0; count < 20; count += 1) expect(await read()).toEqual(["m-1"]);
  await readUntil("away");
  await replica.start();
  await readUntil("replica");
});

test("a replica that takes connections and says nothing costs half a second once, and not each time", async () => {
  const silent = await fallSilent();
  onTestFinished(silent.close);
  const { read, readUntil } = await planReader(silent.url);
  await readUntil("away");
  const began = performance.now();
  for (let count = 0; count < 50; count += 1) expect(await read()).toEqual(["m-1"]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("another database, and a primary, are never taken for a replica", async () => {
  const strange = await startPostgresql();
  onTestFinished(strange.remove);
  const copy = await strange.addReplica();
  onTestFinished(copy.remove);
  for (const url of [copy.url, primary.url]) {
    const { read, readUntil, sources } = await planReader(url);
    await readUntil("strange");
    expect(await read()).toEqual(["m-1"]);
    expect(sources).not.toContain("replica");
  }
});
