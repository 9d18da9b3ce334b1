import { expect, vi } from "vitest";
import { deposit, withdraw } from "../../testing/acts.ts";
import type { PlannedWorld } from "../../testing/plan-world.ts";
import { plannedAtMs } from "../../testing/plan-world.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter(
  "accounts open A-1 --user u-1",
  deposit("A-1", 1_000),
  deposit("A-1", 2_000),
  deposit("A-1", 3_000),
  "accounts open B-1 --user u-2",
  deposit("B-1", 1_000),
);

const later = { now: () => plannedAtMs + 1_000 };

test("marks only the given notifications as read", async ({ world }) => {
  expect(await world.oms("notifications read --user u-1 --id 4194307 --id 4194305,4194307", later)).toEqual({
    exitCode: 0,
    stdout: "Marked 2 notifications of u-1 as read.\n",
    stderr: "",
  });
  const before = { isRead: false, createdAtMs: plannedAtMs, updatedAtMs: plannedAtMs };
  expect(await world.json("notifications list --user u-1")).toMatchObject([
    { id: 4_194_307, ...before, isRead: true, updatedAtMs: plannedAtMs + 1_000 },
    { id: 4_194_306, ...before },
    { id: 4_194_305, ...before, isRead: true, updatedAtMs: plannedAtMs + 1_000 },
  ]);
  expect(await world.json("notifications list --user u-2")).toMatchObject([{ isRead: false }]);
});

test("marks all without an id, and counts only those that were unread", async ({ world }) => {
  await world.oms("notifications read --user u-1 --id 4194306");
  expect((await world.oms("notifications read --user u-1")).stdout).toBe(
    "Marked 2 notifications of u-1 as read.\n",
  );
  expect(await world.json("notifications read --user u-1")).toEqual({ userId: "u-1", count: 0 });
  expect(await world.json("notifications list --user u-1")).toMatchObject([
    { isRead: true },
    { isRead: true },
    { isRead: true },
  ]);
  expect(await world.json("notifications list --user u-2")).toMatchObject([{ isRead: false }]);
});

test("names an id that the user does not have, and changes nothing", async ({ world }) => {
  const [{ id }] = (await world.json("notifications list --user u-2")) as [{ id: number }];
  expect(await world.oms(`notifications read --user u-1 --id 4194305,${id}`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `The user u-1 has no notification ${id}.\n`,
  });
  expect(await world.json("notifications list --user u-1 --limit 1 --offset 2")).toMatchObject([
    { id: 4_194_305, isRead: false },
  ]);
  expect(await world.oms("notifications read --user u-1 --id first")).toMatchObject({ exitCode: 2 });
});

test("shows the trading hour of a reminder, and none for the first call", async ({ world }) => {
  await world.withStore((store) =>
    store.commit({
      key: { userId: "u-2", accountId: "B-1" },
      expectedVersion: 2,
      shard: 0,
      atMs: plannedAtMs,
      equityVnd: 1_000n,
      positions: [],
      closedSymbols: [],
      episodes: [],
      audits: [],
      notifications: ["2/0", "2/3"].map((place) => ({
        type: "MarginCall",
        topic: "accounts/B-1/risk",
        messageId: `MarginCall/B-1/FPT/${place}`,
        data: '{"accountId":"B-1"}',
      })),
    }),
  );
  expect(await world.json("notifications list --user u-2")).toMatchObject([
    { type: "MarginCall", call: { number: 2, reminder: 3 } },
    { type: "MarginCall", call: { number: 2, reminder: 0 } },
    { type: "Deposit" },
  ]);
  const lines = (await world.oms("notifications list --user u-2")).stdout.split("\n");
  expect(lines[1]).toContain("MarginCall, reminder 3  B-1");
  expect(lines[2]).toContain("MarginCall              B-1");
});

/** Runs the command until it follows. */
async function follow(world: PlannedWorld, options = "") {
  const said = { stdout: "", stderr: "" };
  const outputOn = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
    isTerminal: false,
  });
  let stop = (): void => {};
  const running = world.oms(`notifications follow ${options}`, {
    stdout: outputOn("stdout"),
    stderr: outputOn("stderr"),
    onStop: (end) => {
      stop = end;
      return () => {};
    },
  });
  await vi.waitFor(() => expect(said.stderr).toContain("Ctrl-C ends it."));
  return {
    said,
    stop: async () => {
      stop();
      return (await running).exitCode;
    },
  };
}

test("follow prints what arrives for a user after its start, and for nobody else", async ({ world }) => {
  const { said, stop } = await follow(world, "--user u-1");
  await deposit("B-1", 5_000)(world);
  await deposit("A-1", 4_000)(world);
  await withdraw("A-1", 500)(world);
  const lines = [
    "2025-06-02T03:00:00Z  4194308  u-1  Deposit  A-1  4,000 VND",
    "2025-06-02T03:00:00Z  4194309  u-1  Withdraw  A-1  500 VND",
  ];
  await vi.waitFor(() => expect(said.stdout.split("\n")).toEqual([...lines, ""]));
  expect([await stop(), said.stderr]).toEqual([0, "Following the notifications of u-1; Ctrl-C ends it.\n"]);
});

test("follow without a user prints what arrives for all, also for new users, as one object a line", async ({
  world,
}) => {
  const { said, stop } = await follow(world, "--json");
  await deposit("B-1", 5_000)(world);
  await world.oms("accounts open C-1 --user u-3");
  await deposit("C-1", 6_000)(world);
  await vi.waitFor(() => expect(said.stdout.split("\n").length).toBe(3));
  await deposit("B-1", 7_000)(world);
  await vi.waitFor(() => expect(said.stdout.split("\n").length).toBe(4));
  expect(await stop()).toBe(0);
  const printed = said.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(printed).toMatchObject([
    { userId: "u-2", accountId: "B-1", type: "Deposit", data: { amountVnd: 5_000 } },
    { userId: "u-3", accountId: "C-1", type: "Deposit", data: { amountVnd: 6_000 } },
    { userId: "u-2", accountId: "B-1", type: "Deposit", data: { amountVnd: 7_000 } },
  ]);
});
