import { expect, test } from "vitest";
import { LiveChanges } from "./live-changes.ts";

/** Heads that are set by hand, and a poll that can fail. */
function plan() {
  const heads = { user: 0, account: 1, isGone: false };
  const asked: number[] = [];
  const changes = new LiveChanges();
  const poll = (): void => {
    for (const keys of changes.followed()) {
      asked.push(keys.users.length);
      if (heads.isGone) continue;
      changes.note(keys, {
        newestIds: new Map(keys.users.map((userId) => [userId, heads.user])),
        accountVersions: new Map(keys.accounts.map(({ accountId }) => [accountId, heads.account])),
      });
    }
  };
  const heard: string[] = [];
  return { heads, asked, changes, poll, heard };
}

const key = { userId: "demo", accountId: "A-1" };

test("a poll tells what has changed since the last one, once", () => {
  const { heads, changes, poll, heard } = plan();
  changes.followUser("demo", () => heard.push("user"));
  changes.followAccount(key, () => heard.push("account"));
  poll();
  heard.length = 0;
  poll();
  expect(heard).toEqual([]);
  heads.user = 1;
  poll();
  heads.account = 2;
  poll();
  expect(heard).toEqual(["user", "account"]);
});

test("a commit of this process wakes the followers of its user and account at once", () => {
  const { changes, heard } = plan();
  changes.followUser("demo", () => heard.push("user"));
  changes.followUser("other", () => heard.push("other"));
  changes.followAccount(key, () => heard.push("account"));
  changes.noteCommit(key);
  expect(heard).toEqual(["user", "account"]);
});

test("a change while the store was unreachable is found by the next poll", () => {
  const { heads, changes, poll, heard } = plan();
  changes.followUser("demo", () => heard.push("user"));
  poll();
  heard.length = 0;
  heads.isGone = true;
  heads.user = 7;
  poll();
  heads.isGone = false;
  poll();
  expect(heard).toEqual(["user"]);
});

test("users without followers are not polled, and leaving stops only one follower", () => {
  const { asked, changes, poll, heard } = plan();
  const leave = [
    changes.followUser("demo", () => heard.push("one")),
    changes.followUser("demo", () => heard.push("two")),
  ];
  leave[0]?.();
  poll();
  expect(heard).toEqual(["two"]);
  leave[1]?.();
  poll();
  expect(asked).toEqual([1]);
});
