import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "../testing/make-change.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

const page = { limit: 50, offset: 0 };

/** Notifications of a user are unique and ordered. */
export function describeNotifications({ open, openBeside }: StoreHarness): void {
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

/** Pages start at their offset. */
export function describePages({ open }: StoreHarness): void {
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
