import { expect, test } from "vitest";
import { LiveChanges } from "./live-changes.ts";

/** A store whose heads are set by hand, and that can be gone. */
function plan() {
  const heads = { user: 0, account: 1, isGone: false };
  const asked: number[] = [];
  const changes = new LiveChanges({
    readNotificationPlaces: async (userIds) => {
      if (heads.isGone) throw new Error("gone");
      asked.push(userIds.length);
      return new Map(userIds.map((userId) => [userId, { floorId: 0, newestId: heads.user, ceilingId: 9 }]));
    },
    readAccountVersions: async (keys) => new Map(keys.map(({ accountId }) => [accountId, heads.account])),
  });
  const heard: string[] = [];
  return { heads, asked, changes, heard };
}

const key = { userId: "demo", accountId: "A-1" };

test("a poll tells what has changed since the last one, once", async () => {
  const { heads, changes, heard } = plan();
  changes.followUser("demo", () => heard.push("user"));
  changes.followAccount(key, () => heard.push("account"));
  await changes.poll();
  heard.length = 0;
  await changes.poll();
  expect(heard).toEqual([]);
  heads.user = 1;
  await changes.poll();
  heads.account = 2;
  await changes.poll();
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

test("a change while the store was unreachable is found by the next poll", async () => {
  const { heads, changes, heard } = plan();
  changes.followUser("demo", () => heard.push("user"));
  await changes.poll();
  heard.length = 0;
  heads.isGone = true;
  heads.user = 7;
  await expect(changes.poll()).rejects.toThrow("gone");
  heads.isGone = false;
  await changes.poll();
  expect(heard).toEqual(["user"]);
});

test("users without followers are not polled, and leaving stops only one follower", async () => {
  const { asked, changes, heard } = plan();
  const leave = [
    changes.followUser("demo", () => heard.push("one")),
    changes.followUser("demo", () => heard.push("two")),
  ];
  leave[0]?.();
  await changes.poll();
  expect(heard).toEqual(["two"]);
  leave[1]?.();
  await changes.poll();
  expect(asked).toEqual([1]);
});
