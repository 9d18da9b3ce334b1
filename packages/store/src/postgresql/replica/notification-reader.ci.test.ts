import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "@trading-oms/brokerage/ports";
import { runSql, type ScratchPostgresql, startPostgresql } from "@trading-oms/scratch";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { startSilentServer } from "../../testing/faults/silent-server.ts";
import { makeChange, makeDraft, openAccount } from "../../testing/make-change.ts";
import { openPostgresqlStore } from "../open-postgresql-store.ts";
import type { PageSource } from "./notification-reader.ts";

const polling = { timeout: 20_000, interval: 20 };
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

/** A store with a new user who has one notification, and the sources of the pages that were read. */
async function setUpReader(readUrl: string = replica.url) {
  const sources: PageSource[] = [];
  const readFrom = { url: readUrl, onPageRead: (source: PageSource) => void sources.push(source) };
  const store = await openPostgresqlStore({ url: primary.url, readFrom });
  opened.push(store);
  userCount += 1;
  const [userId, accountId] = [`u-${userCount}`, `A-${userCount}`];
  await openAccount(store, userId, accountId);
  let version = 0;
  const notify = async (by: Store = store): Promise<void> => {
    version += 1;
    const notifications = [makeDraft(`m-${version}`)];
    const change = makeChange(userId, accountId, { expectedVersion: version, notifications });
    expect(await by.commit(change)).toBe("committed");
  };
  await notify();
  const read = async (): Promise<string[]> =>
    (await store.listNotifications(userId, page)).map(({ messageId }) => messageId);
  const readUntil = (source: PageSource) =>
    expect.poll(async () => [await read(), sources.at(-1)][1], polling).toBe(source);
  return { store, userId, notify, read, readUntil, sources };
}

test("shows a watermark at once in its process and within 1.5 s in others, and counts on the primary", async () => {
  const { store, userId, readUntil } = await setUpReader();
  const { store: other, readUntil: readOtherUntil } = await setUpReader();
  await readUntil("replica");
  await readOtherUntil("replica");
  await runSql(replica.url, "select pg_wal_replay_pause()");
  const { newestId: through } = await store.countNotifications(userId);
  await store.markReadThrough({ userId, through, atMs: 8_000 });
  expect(await store.listNotifications(userId, page)).toMatchObject([{ isRead: true }]);
  expect(await other.countNotifications(userId)).toMatchObject({ unread: 0, all: 1 });
  const shown = async () => (await other.listNotifications(userId, page))[0]?.isRead;
  await expect.poll(shown, { timeout: 1_500, interval: 20 }).toBe(true);
});

test("reads pages from the replica once it has the user's notifications, and never shows fewer", async () => {
  const { notify, read, readUntil } = await setUpReader();
  await readUntil("replica");
  for (let count = 2; count <= 60; count += 1) {
    await notify();
    expect(await read()).toContain(`m-${count}`);
    if (count % 20 === 0) await readUntil("replica");
  }
});

test("reads from the primary while replay is paused", async () => {
  const { notify, read, readUntil, sources } = await setUpReader();
  await readUntil("replica");
  await runSql(replica.url, "select pg_wal_replay_pause()");
  await notify();
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

test("shows a notification of another process within 1.5 s while replay is paused", async () => {
  const { userId, notify, read, readUntil } = await setUpReader();
  const other = await openPostgresqlStore({ url: primary.url });
  opened.push(other);
  await readUntil("replica");
  await runSql(replica.url, "select pg_wal_replay_pause()");
  await notify(other);
  await expect.poll(read, { timeout: 1_500, interval: 20 }).toEqual(["m-2", "m-1"]);
  expect(await other.listNotifications(userId, page)).toHaveLength(2);
});

test("loses no page while the replica is down, and reads from it again afterwards", async () => {
  const { read, readUntil } = await setUpReader();
  await readUntil("replica");
  await replica.stop("immediate");
  for (let count = 0; count < 20; count += 1) expect(await read()).toEqual(["m-1"]);
  await readUntil("away");
  await replica.start();
  await readUntil("replica");
});

test("waits half a second once for a replica that does not respond, not for each page", async () => {
  const silent = await startSilentServer();
  onTestFinished(silent.close);
  const { read, readUntil } = await setUpReader(silent.url);
  await readUntil("away");
  const began = performance.now();
  for (let count = 0; count < 50; count += 1) expect(await read()).toEqual(["m-1"]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("does not read from a replica of another primary, or from a primary, as the replica", async () => {
  const otherPrimary = await startPostgresql();
  onTestFinished(otherPrimary.remove);
  const otherReplica = await otherPrimary.addReplica();
  onTestFinished(otherReplica.remove);
  for (const url of [otherReplica.url, primary.url]) {
    const { read, readUntil, sources } = await setUpReader(url);
    await readUntil("strange");
    expect(await read()).toEqual(["m-1"]);
    expect(sources).not.toContain("replica");
  }
});
