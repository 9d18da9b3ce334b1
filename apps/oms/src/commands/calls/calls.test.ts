import { expect } from "vitest";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load");

const contact = "calls contact 888C000017 FPT --method telephone --answer promised --by lan";

test("notes a contact once under its id, and lists it in the audit by kind", async ({ world }) => {
  const line = `${contact} --amount 2,000,000 --until 2025-06-02T08:00:00Z --note paid-by-noon --id C-1`;
  expect(await world.oms(line)).toEqual({ exitCode: 0, stdout: "The contact was noted.\n", stderr: "" });
  expect((await world.oms(line)).stdout).toBe(
    "Done already at 2025-06-02T03:00:00Z: The contact was noted.\n",
  );
  expect(
    await world.json("audit list --chain 888C000017 --kind contact --by lan --symbol FPT"),
  ).toMatchObject([
    {
      kind: "contact",
      actor: { kind: "operator", name: "lan" },
      reason: "paid-by-noon",
      before: { symbol: "FPT", callNumber: 1 },
      after: {
        method: "telephone",
        answer: "promised",
        promisedVnd: 2_000_000,
        promisedUntilMs: 1_748_851_200_000,
      },
    },
  ]);
  expect((await world.oms("audit verify --chain 888C000017")).exitCode).toBe(0);
});

test("filters the audit by time", async ({ world }) => {
  await world.oms(contact);
  const listed = await world.json(
    "audit list --chain 888C000017 --from 2025-06-02T03:00Z --until 2025-06-03",
  );
  expect(listed).toMatchObject([{ kind: "contact" }]);
  expect(await world.json("audit list --chain 888C000017 --from 2025-06-03")).toEqual([]);
});

test("a reserved chain has an audit of its own, and is no account", async ({ world }) => {
  expect((await world.oms("audit verify --chain rates")).exitCode).toBe(0);
  expect(await world.oms("accounts show rates")).toMatchObject({ exitCode: 1 });
  expect((await world.oms("accounts open rates --user u-1")).stderr).toContain("rates is reserved");
});

test.for([
  [
    "calls contact 888C000017 FPT --method visit --answer nothing",
    2,
    "reached, noAnswer, promised, paid, refused",
  ],
  ["calls contact 888C000017 FPT --method pigeon --answer paid", 2, "telephone, message, email, visit"],
  [`${contact} --until tomorrow`, 2, "--until"],
  [`${contact} --until 9999-12-31T23:59-01:00`, 2, "--until"],
  [`${contact} --amount 9007199254740992`, 2, "--amount"],
  ["calls contact 888C000017 VNM --method visit --answer paid", 1, "has no position in VNM"],
  ["calls contact 888C000099 FPT --method visit --answer paid", 1, "888C000099"],
] as const)("refuses %s", async ([line, exitCode, words], { world }) => {
  const ended = await world.oms(line);
  expect(ended).toMatchObject({ exitCode, stderr: expect.stringContaining(words) });
});
