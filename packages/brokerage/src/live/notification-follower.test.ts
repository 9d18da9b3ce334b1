import { describe, expect, test } from "vitest";
import type { AccountChange, NotificationRecord } from "../ports/index.ts";
import { NotificationFollower } from "./notification-follower.ts";

/** A store with accounts whose notifications are written by hand, and that can be gone. */
function plan(userId?: string) {
  const state = { nowMs: 100_000, isGone: false };
  const accounts = new Map<string, AccountChange>();
  const notifications = new Map<string, NotificationRecord[]>();
  const floorOf = (user: string): number => Number(user.slice(2)) * 1_000_000;
  const store = {
    listAccounts: async () => [...accounts.values()] as never,
    listChanges: async ({ sinceMs }: { readonly sinceMs: number }) =>
      [...accounts.values()].filter(({ changedAtMs }) => changedAtMs >= sinceMs),
    readNotificationPlaces: async (users: readonly string[]) =>
      new Map(
        users.flatMap((user) => {
          const newestId = notifications.get(user)?.at(-1)?.id ?? floorOf(user);
          return accounts.has(user)
            ? [[user, { floorId: floorOf(user), newestId, ceilingId: floorOf(user) + 999 }] as const]
            : [];
        }),
      ),
    listNotificationsAfter: async (
      user: string,
      page: { readonly afterId: number; readonly limit: number },
    ) => {
      if (state.isGone) throw new Error("gone");
      return (notifications.get(user) ?? []).filter(({ id }) => id > page.afterId).slice(0, page.limit);
    },
  };
  const write = (user: string, count = 1): void => {
    const kept = notifications.get(user) ?? [];
    for (let index = 0; index < count; index += 1) {
      const id = floorOf(user) + kept.length + 1;
      kept.push({ id, type: "Deposit", accountId: user, data: "{}", messageId: "", topic: "" } as never);
    }
    notifications.set(user, kept);
    const version = (accounts.get(user)?.version ?? 0) + 1;
    accounts.set(user, { userId: user, accountId: user, version, changedAtMs: state.nowMs });
  };
  const follower = new NotificationFollower({ store, now: () => state.nowMs }, userId);
  const poll = async () => (await follower.poll()).map(({ notification }) => notification.id);
  return { state, write, follower, poll };
}

describe.each([
  ["one user", "u-1"],
  ["all users", undefined],
])("of %s", (_, userId) => {
  test("finds each notification after the beginning once, in order, however many", async () => {
    const { write, follower, poll } = plan(userId);
    write("u-1", 3);
    await follower.begin();
    expect(await poll()).toEqual([]);
    write("u-1", 2_500);
    const ids = await poll();
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([2_500, 1_000_004, 1_002_503]);
    expect(await poll()).toEqual([]);
  });

  test("finds after a failure what the failed poll would have found", async () => {
    const { state, write, follower, poll } = plan(userId);
    await follower.begin();
    write("u-1");
    state.isGone = true;
    await expect(poll()).rejects.toThrow("gone");
    state.isGone = false;
    state.nowMs += 60_000;
    expect(await poll()).toEqual([1_000_001]);
  });
});

test("of all finds the first notification of a new user, and those of changes that carry an old time", async () => {
  const { state, write, follower, poll } = plan();
  write("u-1");
  await follower.begin();
  await poll();
  state.nowMs -= 60_000;
  write("u-2");
  write("u-1");
  state.nowMs += 60_000;
  expect(await poll()).toEqual([1_000_002, 2_000_001]);
});

test("of one user passes over others", async () => {
  const { write, follower, poll } = plan("u-1");
  await follower.begin();
  write("u-2");
  expect(await poll()).toEqual([]);
});
