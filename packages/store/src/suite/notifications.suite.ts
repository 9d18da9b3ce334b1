import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "../testing/make-change.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

const page = { limit: 50, offset: 0 };

/** A user is told each thing once, in order. */
export function describeNotifications({ open, openBeside }: StoreHarness): void {
  test("notifications are numbered without a gap over a user's accounts, and a repeat uses up no number", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    await openAccount(store, "u-1", "A-2");
    const tell = (account: string, version: number, ids: string[]): Promise<unknown> =>
      store.commit(
        makeChange("u-1", account, {
          expectedVersion: version,
          notifications: ids.map((id) => makeDraft(id)),
        }),
      );
    await tell("A-1", 1, ["a", "b"]);
    await tell("A-2", 1, ["b", "c"]);
    await tell("A-1", 2, ["d"]);
    const told = await store.listNotifications("u-1", page);
    expect(told.map(({ messageId }) => messageId)).toEqual(["d", "c", "b", "a"]);
    const [last = 0] = told.map(({ id }) => id);
    expect(told.map(({ id }) => last - id)).toEqual([0, 1, 2, 3]);
    expect(await store.readAccount(key)).toMatchObject({ notificationCount: 4 });
  });

  test("the ids of two users never meet", async () => {
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

  test("a later notification is never dated before an earlier one, whatever the clock says", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const tell = (version: number, atMs: number): Promise<unknown> =>
      store.commit(
        makeChange("u-1", "A-1", {
          expectedVersion: version,
          atMs,
          notifications: [makeDraft(`m-${version}`)],
        }),
      );
    await tell(1, 5_000);
    await tell(2, 3_000);
    await tell(3, 6_000);
    const told = await store.listNotifications("u-1", page);
    expect(told.map(({ createdAtMs }) => createdAtMs)).toEqual([6_000, 5_000, 5_000]);
    expect(told[0]).toMatchObject({ isRead: false, updatedAtMs: 6_000, accountId: "A-1", type: "Deposit" });
  });

  test("notifications are marked as read once, each with the later of its own time and the reader's", async () => {
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

  test("where one id is of no notification of the user, none is marked as read", async () => {
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

/** A page begins where it is asked to. */
export function describePages({ open }: StoreHarness): void {
  test("a page begins where the offset says, and past the end it is empty", async () => {
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
