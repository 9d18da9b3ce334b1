import { expect } from "vitest";
import { deposit } from "../../testing/acts.ts";
import { worldTest as test } from "../../testing/world-test.ts";

test("opens an account once, for one user", async ({ world }) => {
  expect(await world.oms("accounts open A-1 --user u-1")).toEqual({
    exitCode: 0,
    stdout: "Opened A-1 for u-1.\n",
    stderr: "",
  });
  expect(await world.oms("accounts open A-1 --user u-1")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "The account A-1 is open already.\n",
  });
  expect(await world.oms("accounts open A-1 --user u-2")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("belongs to another user"),
  });
});

test("lists accounts by user and account, or those of one user", async ({ world }) => {
  for (const [account, user] of [
    ["B", "u-2"],
    ["C", "u-1"],
    ["A", "u-2"],
  ]) {
    await world.oms(`accounts open ${account} --user ${user}`);
  }
  await deposit("A", 1_234_567)(world);
  expect((await world.oms("accounts list")).stdout).toBe(
    [
      "USER  ACCOUNT  EQUITY VND  OPENED                CHANGED",
      "u-1   C                 0  2025-06-02T03:00:00Z  2025-06-02T03:00:00Z",
      "u-2   A         1,234,567  2025-06-02T03:00:00Z  2025-06-02T03:00:00Z",
      "u-2   B                 0  2025-06-02T03:00:00Z  2025-06-02T03:00:00Z",
      "",
    ].join("\n"),
  );
  expect(await world.json("accounts list --user u-2")).toMatchObject([
    { accountId: "A", userId: "u-2", equityVnd: 1_234_567 },
    { accountId: "B", userId: "u-2", equityVnd: 0 },
  ]);
});

test("prints an empty list as JSON, and a message without --json, if there are no accounts", async ({
  world,
}) => {
  expect(await world.json("accounts list")).toEqual([]);
  expect((await world.oms("accounts list")).stderr).toBe("There are no accounts.\n");
});

test("refuses to show an unknown account", async ({ world }) => {
  expect(await world.oms("accounts show A-1")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "There is no account A-1; open it first.\n",
  });
});

test("refuses and quotes a name with a space or an accent", async ({ world }) => {
  const { exitCode, stderr } = await world.oms("accounts open Tài-khoản --user u-1");
  expect(exitCode).toBe(1);
  expect(stderr).toContain('The accountId "Tài-khoản" is not valid');
});
