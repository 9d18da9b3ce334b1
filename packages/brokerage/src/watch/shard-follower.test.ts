import { expect, test } from "vitest";
import { shardOf } from "../accounts/accounts.ts";
import type { AccountKey, AccountState } from "../ports/index.ts";
import { planWatch } from "../testing/plan-watch.ts";
import { clockDifferenceMsMax, ShardFollower } from "./shards.ts";

const everyShard = Array.from({ length: 64 }, (_, shard) => shard);

/** A follower, and the accounts and versions that it found. */
async function planFollower(accountCount: number) {
  const world = await planWatch();
  for (let count = 0; count < accountCount; count += 1) await world.hold(`A-${count}`);
  const { services } = await world.begin("one");
  const found: string[] = [];
  const take = ({ account }: AccountState): void => {
    found.push(`${account.accountId} ${account.version}`);
  };
  const options = { yieldToEventLoop: async () => {}, goesOn: () => true, take, reload: async () => {} };
  const follower = new ShardFollower(services, options);
  /** What a poll does for a follower of every shard. */
  const poll = async (sinceMs: number, each: ShardFollower = follower): Promise<void> => {
    world.clock.nowMs = sinceMs;
    const asked = { shards: everyShard, sinceMs: sinceMs - clockDifferenceMsMax };
    const changed = await services.store.listChanges({ ...asked, limit: 500 });
    const areAll = changed.length < 500;
    each.noteRead(sinceMs);
    await each.follow(everyShard, { ...asked, askedAtMs: sinceMs, changed, areAll });
  };
  return { ...world, found, options, follower, poll, watched: services };
}

const keyOf = (accountId: string) => ({ userId: `user-of-${accountId}`, accountId });

test("finds a thousand and one accounts that changed at once, once each", async () => {
  const { poll, found, clock } = await planFollower(1_001);
  await poll(clock.nowMs);
  expect(new Set(found).size).toBe(1_001);
  await poll(clock.nowMs);
  expect(found).toHaveLength(1_001);
});

test("finds a change from a clock ten seconds behind and no older one", async () => {
  const { poll, found, clock } = await planFollower(1);
  const { nowMs } = clock;
  await poll(nowMs + 10_001);
  expect(found).toEqual([]);
  await poll(nowMs + 10_000);
  expect(found).toEqual(["A-0 3"]);
});

test("finds a change that a poll of other shards, or from a later time, did not ask for", async () => {
  const { follower, found, clock } = await planFollower(1);
  follower.noteRead(clock.nowMs);
  const nothing = { askedAtMs: clock.nowMs + 60_000, changed: [], areAll: true };
  await follower.follow(everyShard, { ...nothing, shards: [], sinceMs: 0 });
  expect(found).toEqual(["A-0 3"]);
  const other = await planFollower(1);
  other.follower.noteRead(other.clock.nowMs);
  await other.follower.follow(everyShard, { ...nothing, shards: everyShard, sinceMs: other.clock.nowMs });
  expect(other.found).toEqual(["A-0 3"]);
});

test("finds what changed while it was stalled, after its clock was an hour ahead", async () => {
  const { follower, found, hold, clock } = await planFollower(0);
  const { nowMs } = clock;
  follower.noteRead(nowMs + 3_600_000);
  await hold("A-0");
  clock.nowMs = nowMs + 30_000;
  const asked = { ...follower.followed(everyShard), askedAtMs: clock.nowMs };
  await follower.follow(everyShard, { ...asked, sinceMs: clock.nowMs - 10_000, changed: [], areAll: true });
  expect(found).toEqual(["A-0 3"]);
});

test("ignores an answer that a later version has overtaken", async () => {
  const { follower, found, memory } = await planFollower(1);
  const [old] = await memory.readAccounts([keyOf("A-0")]);
  if (old === undefined) throw new Error("The account is not there.");
  expect(follower.isNews({ ...keyOf("A-0"), version: 4 })).toBe(true);
  await follower.read([keyOf("A-0")]);
  expect(found).toEqual([]);
  expect(follower.isNews(old.account)).toBe(false);
});

test("reads a shard completely however often it was read before", async () => {
  const { follower, found } = await planFollower(2);
  for (let times = 0; times < 2; times += 1) await follower.load(shardOf("user-of-A-0"));
  expect(found.filter((each) => each === "A-0 3")).toHaveLength(2);
});

test("a canceled load stops at the next page", async () => {
  const { watched, options, poll, found, clock } = await planFollower(1_001);
  let partCount = 0;
  const goesOn = (): boolean => found.length === 0;
  const yieldToEventLoop = async (): Promise<void> => {
    partCount += 1;
  };
  await poll(clock.nowMs, new ShardFollower(watched, { ...options, yieldToEventLoop, goesOn }));
  expect(found.length).toBeLessThanOrEqual(500);
  expect(partCount).toBeGreaterThan(0);
});

test("reads a hundred accounts between two turns, so that requests are answered meanwhile", async () => {
  const { watched, options, found } = await planFollower(1_001);
  const sizes: number[] = [];
  let turnCount = 0;
  const store = {
    ...watched.store,
    readAccounts: (keys: readonly AccountKey[]) => {
      sizes.push(keys.length);
      return watched.store.readAccounts(keys);
    },
  };
  const yieldToEventLoop = async (): Promise<void> => {
    turnCount += 1;
  };
  const follower = new ShardFollower({ ...watched, store }, { ...options, yieldToEventLoop });
  await follower.read(Array.from({ length: 1_001 }, (_, count) => keyOf(`A-${count}`)));
  expect(found).toHaveLength(1_001);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(turnCount).toBeGreaterThanOrEqual(sizes.length);
});
