import type { ReferenceBook } from "@trading-oms/brokerage";
import { expect, test, vi } from "vitest";
import type { LogEntry } from "../../http/reports.ts";
import { followBook } from "./readiness.ts";

function plan(refresh: ReferenceBook["refresh"], lookMsMax?: number) {
  const logged: LogEntry[] = [];
  const book = { refresh } as ReferenceBook;
  return { logged, following: followBook(book, (entry) => void logged.push(entry), lookMsMax) };
}

test("the book is refreshed several times a second until that is stopped", async () => {
  let count = 0;
  const { following } = plan(async () => {
    count += 1;
    return false;
  });
  await vi.waitFor(() => expect(count).toBeGreaterThan(2), { timeout: 20_000 });
  await following.stop();
  const before = count;
  await new Promise((settle) => setTimeout(settle, 600));
  expect(count).toBe(before);
});

test("a store that is away is told of once, and followed again when it is back", async () => {
  let isAway = true;
  let count = 0;
  const { following, logged } = plan(async () => {
    count += 1;
    if (isAway) throw Object.assign(new Error("away"), { code: "unreachable" });
    return false;
  });
  await vi.waitFor(() => expect(count).toBeGreaterThan(2), { timeout: 20_000 });
  expect(following.trouble()).toBe("unreachable");
  expect(logged).toHaveLength(1);
  isAway = false;
  await vi.waitFor(() => expect(following.trouble()).toBeUndefined(), { timeout: 20_000 });
  await following.stop();
});

test("a store that does not answer at all is not followed, until it does", async () => {
  let answer: () => void = () => {};
  const { following, logged } = plan(
    () =>
      new Promise((settle) => {
        answer = () => settle(false);
      }),
    50,
  );
  await vi.waitFor(() => expect(following.trouble()).toBe("late"), { timeout: 20_000 });
  expect(logged.map(({ event }) => event)).toEqual(["store not to be asked"]);
  answer();
  await vi.waitFor(() => expect(following.trouble()).toBeUndefined(), { timeout: 20_000 });
});

test("a store that gives a large catalog part by part is followed all the while, and no longer where a part does not come", async () => {
  let parts = 8;
  const { following, logged } = plan(async (onPart) => {
    for (; parts > 0; parts -= 1) {
      await new Promise((settle) => setTimeout(settle, 100));
      onPart?.();
    }
    return new Promise(() => {});
  }, 500);
  await vi.waitFor(() => expect(parts).toBe(0), { timeout: 20_000 });
  expect([following.trouble(), logged]).toEqual([undefined, []]);
  await vi.waitFor(() => expect(following.trouble()).toBe("late"), { timeout: 20_000 });
});
