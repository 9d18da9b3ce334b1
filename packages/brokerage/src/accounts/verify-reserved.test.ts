/** The chain of rates is compared with the rates in force. */
import { expect, test } from "vitest";
import { importRows } from "../imports/import-rows.ts";
import { setRates } from "../settings/set-rates.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { reservedUserId } from "./chains.ts";
import { verifyAudit } from "./verify-audit.ts";

const chain = { userId: reservedUserId, accountId: "rates" };
const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const origin = { actor: { kind: "operator", name: "lan" }, digest: "f".repeat(64) } as const;

/** Rates of FPT that were set at 1,000, and of HPG that a file brought at 2,000. */
async function plan() {
  const { services: planned, memory } = planServices();
  const clock = { nowMs: 1_000 };
  const services = { ...planned, now: () => clock.nowMs };
  await list(services, fpt, { ...fpt, symbol: "HPG" });
  await setRates(services, { level: "symbol", name: "FPT", rates });
  clock.nowMs = 2_000;
  const lines = [{ line: 2, row: { level: "symbol", name: "HPG", rates } as const }];
  await importRows(services, { kind: "rates", lines, ...origin });
  clock.nowMs = 3_000;
  return { services, memory, verify: () => verifyAudit(services, chain) };
}

test("rates that were set, imported, replaced and removed are those of the chain", async () => {
  const { services, verify } = await plan();
  expect(await verify()).toEqual({ kind: "whole", count: 2 });
  await setRates(services, { level: "symbol", name: "HPG", rates: { ...rates, marginRatio: 600_000n } });
  await setRates(services, { level: "symbol", name: "FPT", rates: undefined });
  expect(await verify()).toEqual({ kind: "whole", count: 4 });
});

test.each([
  ["changed", (all: readonly object[]) => all.map((each) => ({ ...each, marginCallRate: 1n })), "symbol/FPT"],
  ["removed", (all: readonly object[]) => all.slice(1), "symbol/FPT"],
  ["inserted", (all: readonly object[]) => [...all, { ...all[0], name: "VNM" }], "symbol/VNM"],
  [
    "given another time",
    (all: readonly object[]) => all.map((each) => ({ ...each, changedAtMs: 9 })),
    "symbol/FPT",
  ],
] as const)("rates that were %s behind the chain are found", async (_, change, scope) => {
  const { memory, verify } = await plan();
  memory.rates = change(memory.rates) as typeof memory.rates;
  expect(await verify()).toEqual({
    kind: "broken",
    place: 2,
    why: `The rates of ${scope} are not those of its last entry.`,
  });
});

test.each([
  [
    "its account forgets them",
    { auditCount: 0, auditHash: "" },
    /^The chain has no entries\. The rates of .* are not/,
  ],
  ["its account counts them", {}, /^All entries are missing, and the account counts 2\.$/],
] as const)(
  "a chain whose entries were all deleted is broken at its first place where %s",
  async (_, left, why) => {
    const { memory, verify } = await plan();
    const kept = memory.accounts.get("rates");
    if (kept === undefined) throw new Error("The chain is gone.");
    kept.audits.length = 0;
    kept.account = { ...kept.account, ...left };
    expect(await verify()).toEqual({ kind: "broken", place: 1, why: expect.stringMatching(why) });
  },
);
