import type { Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "../testing/make-change.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

const page = { limit: 50, offset: 0 };

/** Notifications of a user are unique and ordered. */
export function describeNotifications({ open, openBeside }: StoreHarness<Store>): void {
  test("notifications are numbered without gaps over a user's accounts, and a repeated one uses no number", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    await openAccount(store, "u-1", "A-2");
    const notify = (account: string, version: number, ids: string[]): Promise<unknown> =>
      store.commit(
        makeChange("u-1", account, {
          expectedVersion: version,
          notifications: ids.map((id) => makeDraft(id)),
        }),
      );
    await notify("A-1", 1, ["a", "b"]);
    await notify("A-2", 1, ["b", "c"]);
    await notify("A-1", 2, ["d"]);
    const listed = await store.listNotifications("u-1", page);
    expect(listed.map(({ messageId }) => messageId)).toEqual(["d", "c", "b", "a"]);
    const [last = 0] = listed.map(({ id }) => id);
    expect(listed.map(({ id }) => last - id)).toEqual([0, 1, 2, 3]);
    expect(await store.readAccount(key)).toMatchObject({ notificationCount: 4 });
  });

  test("the id ranges of two users do not overlap", async () => {
    const store = await open();
    for (const [user, account] of [
      ["u-1", "A-1"],
      ["u-2", "B-1"],
    ] as const) {
      await openAccount(store, user, account);
      await store.commit(makeChange(user, account, { expectedVersion: 1, notifications: [makeDraft("a")] }));
    }
    const [one] = await store.listNotifications("u-1", page);
    const [two] = await store.listNotifications("u-2", page);
    expect(Math.abs((one?.id ?? 0) - (two?.id ?? 0))).toBeGreaterThanOrEqual(2 ** 22);
  });

  test("a later notification has no earlier time, even if the clock goes back", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const notify = (version: number, atMs: number): Promise<unknown> =>
      store.commit(
        makeChange("u-1", "A-1", {
          expectedVersion: version,
          atMs,
          notifications: [makeDraft(`m-${version}`)],
        }),
      );
    await notify(1, 5_000);
    await notify(2, 3_000);
    await notify(3, 6_000);
    const listed = await store.listNotifications("u-1", page);
    expect(listed.map(({ createdAtMs }) => createdAtMs)).toEqual([6_000, 5_000, 5_000]);
    expect(listed[0]).toMatchObject({ isRead: false, updatedAtMs: 6_000, accountId: "A-1", type: "Deposit" });
  });

  test("marks notifications as read once, at the later of the notification's time and the reader's", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    for (const [version, atMs] of [
      [1, 5_000],
      [2, 7_000],
      [3, 9_000],
    ] as const) {
      await store.commit(
        makeChange("u-1", "A-1", { expectedVersion: version, atMs, notifications: [makeDraft(`m-${atMs}`)] }),
      );
    }
    const before = await store.listNotifications("u-1", page);
    const [third = 0, second = 0] = before.map(({ id }) => id);
    const read = { userId: "u-1", ids: [third, second, second], atMs: 8_000 };
    expect(await store.markRead(read)).toEqual({ count: 2, unknownIds: [] });
    expect(await store.markRead({ ...read, atMs: 10_000 })).toEqual({ count: 0, unknownIds: [] });
    expect(await (await openBeside()).listNotifications("u-1", page)).toEqual([
      { ...before[0], isRead: true, updatedAtMs: 9_000 },
      { ...before[1], isRead: true, updatedAtMs: 8_000 },
      before[2],
    ]);
    expect(await store.readAccount(key)).toMatchObject({ account: { version: 4, changedAtMs: 9_000 } });
  });

  test("marks none as read if one id is unknown to the user", async () => {
    const store = await open();
    for (const user of ["u-1", "u-2"]) {
      await openAccount(store, user, `${user}-A`);
      const change = makeChange(user, `${user}-A`, { expectedVersion: 1, notifications: [makeDraft("a")] });
      await store.commit(change);
    }
    const [mine] = await store.listNotifications("u-1", page);
    const [other] = await store.listNotifications("u-2", page);
    const ids = [mine?.id ?? 0, other?.id ?? 0, 1, Number.MAX_SAFE_INTEGER];
    expect(await store.markRead({ userId: "u-1", ids, atMs: 8_000 })).toEqual({
      count: 0,
      unknownIds: ids.slice(1),
    });
    expect(await store.listNotifications("u-1", page)).toEqual([mine]);
    expect(await store.listNotifications("u-2", page)).toEqual([other]);
  });
}

/** A watermark marks notifications as read, and the number of unread ones is exact. */
export function describeWatermarks({ open, openBeside }: StoreHarness<Store>): void {
  test("a watermark marks all up to an id as read, and leaves their times as they were", async () => {
    const store = await open();
    await notifyTimes(store, 3);
    const before = await store.listNotifications("u-1", page);
    const [third, second] = before.map(({ id }) => id) as [number, number];
    expect(await store.countNotifications("u-1")).toEqual({ unread: 3, all: 3, newestId: third });
    expect(await store.markReadThrough({ userId: "u-1", through: second, atMs: 8_000 })).toBe(true);
    const beside = await openBeside();
    expect(await beside.countNotifications("u-1")).toEqual({ unread: 1, all: 3, newestId: third });
    expect(await beside.listNotifications("u-1", page)).toEqual([
      before[0],
      { ...before[1], isRead: true },
      { ...before[2], isRead: true },
    ]);
    expect(await beside.listNotifications("u-1", { limit: 1, offset: 2 })).toMatchObject([{ isRead: true }]);
  });

  test("a watermark keeps its time when it is repeated, and never moves back", async () => {
    const store = await open();
    await notifyTimes(store, 3);
    const [, second = 0] = (await store.listNotifications("u-1", page)).map(({ id }) => id);
    await store.markReadThrough({ userId: "u-1", through: second, atMs: 8_000 });
    const before = await viewOf(store, "u-1");
    for (const through of [second, second - 1, second - 2]) {
      expect(await store.markReadThrough({ userId: "u-1", through, atMs: 9_000 })).toBe(true);
    }
    expect(await viewOf(store, "u-1")).toEqual(before);
  });

  test("a watermark beyond the newest notification is that of the newest", async () => {
    const store = await open();
    await notifyTimes(store, 2);
    const { newestId } = await store.countNotifications("u-1");
    expect(await store.markReadThrough({ userId: "u-1", through: newestId + 5, atMs: 8_000 })).toBe(true);
    expect(await store.countNotifications("u-1")).toEqual({ unread: 0, all: 2, newestId });
    await notifyTimes(store, 1, 3);
    expect(await store.countNotifications("u-1")).toEqual({ unread: 1, all: 3, newestId: newestId + 1 });
    expect(await store.listNotifications("u-1", { limit: 2, offset: 0 })).toMatchObject([
      { isRead: false },
      { isRead: true },
    ]);
  });

  test("an id of another user is no watermark", async () => {
    const store = await open();
    await notifyTimes(store, 1);
    await openAccount(store, "u-2", "B-1");
    await store.commit(makeChange("u-2", "B-1", { expectedVersion: 1, notifications: [makeDraft("a")] }));
    const before = [await viewOf(store, "u-1"), await viewOf(store, "u-2")];
    const { newestId } = await store.countNotifications("u-2");
    for (const through of [newestId, 1, Number.MAX_SAFE_INTEGER]) {
      expect(await store.markReadThrough({ userId: "u-1", through, atMs: 8_000 })).toBe(false);
    }
    expect(await store.markReadThrough({ userId: "u-9", through: newestId, atMs: 8_000 })).toBe(false);
    expect([await viewOf(store, "u-1"), await viewOf(store, "u-2")]).toEqual(before);
  });

  test("a user without notifications has none, with or without an account", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    for (const userId of ["u-1", "u-9"]) {
      expect(await store.countNotifications(userId)).toEqual({ unread: 0, all: 0, newestId: 0 });
    }
  });

  test("a notification that was marked by its id is not counted again by a watermark, nor the other way round", async () => {
    const store = await open();
    await notifyTimes(store, 6);
    const ids = (await store.listNotifications("u-1", page)).map(({ id }) => id).toReversed();
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = ids;
    const unread = async (): Promise<number> => (await store.countNotifications("u-1")).unread;
    const mark = (...marked: number[]) => store.markRead({ userId: "u-1", ids: marked, atMs: 8_000 });
    expect(await mark(second, fifth, fifth)).toEqual({ count: 2, unknownIds: [] });
    expect(await unread()).toBe(4);
    await store.markReadThrough({ userId: "u-1", through: third, atMs: 8_000 });
    expect(await unread()).toBe(2);
    const before = await viewOf(store, "u-1");
    expect(await mark(first, second, third, fifth)).toEqual({ count: 0, unknownIds: [] });
    expect(await viewOf(store, "u-1")).toEqual(before);
    expect(await mark(first, sixth)).toEqual({ count: 1, unknownIds: [] });
    expect(await unread()).toBe(1);
    await store.markReadThrough({ userId: "u-1", through: fifth, atMs: 8_000 });
    expect(await store.countNotifications("u-1")).toEqual({ unread: 0, all: 6, newestId: sixth });
    const listed = await store.listNotifications("u-1", page);
    expect(listed.map(({ id, updatedAtMs }) => [ids.indexOf(id) + 1, updatedAtMs])).toEqual([
      [6, 8_000],
      [5, 8_000],
      [4, 4_000],
      [3, 3_000],
      [2, 8_000],
      [1, 1_000],
    ]);
    expect(fourth).toBe(third + 1);
  });

  test("the number of unread notifications is exact after commits and marks at the same time", async () => {
    const store = await open();
    const beside = await openBeside();
    const accounts = ["A-1", "A-2", "A-3"];
    for (const account of accounts) await openAccount(store, "u-1", account);
    const commit = async (account: string): Promise<void> => {
      for (let version = 1; version <= 8; version += 1) {
        const notifications = [`${account}-repeated`, `${account}-${version}`].map((id) => makeDraft(id));
        await store.commit(makeChange("u-1", account, { expectedVersion: version, notifications }));
      }
    };
    const mark = async (other: Store, step: number): Promise<void> => {
      for (let round = 0; round < 12; round += 1) {
        const ids = (await other.listNotifications("u-1", page)).map(({ id }) => id);
        const chosen = ids.filter((id) => id % step === 0);
        if (chosen.length > 0) await other.markRead({ userId: "u-1", ids: chosen, atMs: 8_000 });
        const through = ids[Math.min(step, ids.length - 1)];
        if (through !== undefined) await other.markReadThrough({ userId: "u-1", through, atMs: 8_000 });
      }
    };
    await Promise.all([...accounts.map(commit), mark(store, 2), mark(beside, 3), mark(beside, 5)]);
    const listed = await store.listNotifications("u-1", page);
    expect(listed).toHaveLength(27);
    expect(await store.countNotifications("u-1")).toEqual({
      unread: listed.filter(({ isRead }) => !isRead).length,
      all: 27,
      newestId: listed[0]?.id,
    });
  });
}

/** Opens A-1 of u-1 if `from` is 1, and sends notifications at `from`, `from` + 1, and so on seconds. */
async function notifyTimes(store: Store, count: number, from = 1): Promise<void> {
  if (from === 1) await openAccount(store, "u-1", "A-1");
  for (let version = from; version < from + count; version += 1) {
    const notifications = [makeDraft(`m-${version}`)];
    const atMs = version * 1_000;
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: version, atMs, notifications }));
  }
}

/** Pages start at their offset. */
export function describePages({ open }: StoreHarness<Store>): void {
  test("a page starts at its offset and is empty past the end", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const drafts = Array.from({ length: 30 }, (_, index) => makeDraft(`m-${index}`));
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, notifications: drafts }));
    const ids = async (limit: number, offset: number): Promise<string[]> =>
      (await store.listNotifications("u-1", { limit, offset })).map(({ messageId }) => messageId);
    expect(await ids(3, 0)).toEqual(["m-29", "m-28", "m-27"]);
    expect(await ids(3, 28)).toEqual(["m-1", "m-0"]);
    expect(await ids(3, 30)).toEqual([]);
    expect(await ids(3, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
}

/** Everything that a user sees of notifications. */
async function viewOf(store: Store, userId: string): Promise<readonly unknown[]> {
  return [await store.listNotifications(userId, page), await store.countNotifications(userId)];
}
