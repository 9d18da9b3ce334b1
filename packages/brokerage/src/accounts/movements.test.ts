import { expect, test } from "vitest";
import { setCover } from "../covers/set-cover.ts";
import { setRates } from "../settings/set-rates.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
import { examplesRates } from "../testing/plan-watch.ts";
import { openAccount } from "./accounts.ts";
import { readAuditEntry } from "./audit.ts";
import { moveCash } from "./cash.ts";
import { listMovements } from "./movements.ts";
import { closeHolding, markClosing, reduceHolding, setPosition } from "./positions.ts";
import { verifyAudit } from "./verify-audit.ts";

const key = { userId: "demo", accountId: "A-1" };
const fptKey = { ...key, symbol: "FPT" };

/** A deposit, an entry, a cover, a reduction, a closing, a release with a result, and a withdrawal. */
async function plan() {
  const { services } = planServices();
  await list(services, fpt);
  await setRates(services, { level: "symbol", name: "FPT", rates: examplesRates });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 100_000_000n, movementId: "TX-a" });
  await setPosition(services, fptKey, { quantity: 100n, price: 80_000_000n });
  await setCover(services, { ...fptKey, amountVnd: 5n, ...byLan, requestId: "r" });
  await reduceHolding(services, fptKey, { quantity: 20n, price: 78_000_000n }, byLan);
  await markClosing(services, fptKey, true, byLan);
  await closeHolding(services, fptKey, 82_000_000n, byLan);
  await moveCash(services, { key, kind: "withdrawal", amountVnd: 1n, movementId: "TX-b", ...byLan });
  return services;
}

test("movements are listed newest first, without closings", async () => {
  const page = await listMovements(await plan(), key, { limit: 10 });
  if (page.kind === "refused") throw new Error(page.message);
  expect(page.next).toBeUndefined();
  expect(
    page.movements.map(({ kind, symbol, quantity, beforeVnd, afterVnd }) => [
      ...[kind, symbol, quantity],
      ...[beforeVnd, afterVnd],
    ]),
  ).toEqual([
    ["withdrawal", undefined, undefined, 100_120_000n, 100_119_999n],
    ["result", "FPT", 0n, 99_960_000n, 100_120_000n],
    ["release", "FPT", undefined, 5n, 0n],
    ["reduction", "FPT", 80n, 100_000_000n, 99_960_000n],
    ["cover", "FPT", undefined, 0n, 5n],
    ["entry", "FPT", 100n, 0n, 8_000_000n],
    ["deposit", undefined, undefined, 0n, 100_000_000n],
  ]);
});

test("pages follow each other without gap or repetition", async () => {
  const services = await plan();
  const places: number[] = [];
  let cursor: number | undefined;
  do {
    const page = await listMovements(services, key, { limit: 2, cursor });
    if (page.kind === "refused") throw new Error(page.message);
    places.push(...page.movements.map(({ place }) => place));
    cursor = page.next;
  } while (cursor !== undefined);
  expect(places).toEqual([8, 7, 6, 4, 3, 2, 1]);
  expect(await listMovements(services, key, { limit: 2, cursor: 1 })).toMatchObject({ movements: [] });
});

test("the account of another user is not there", async () => {
  const services = await plan();
  expect(await listMovements(services, { ...key, userId: "other" }, { limit: 1 })).toMatchObject({
    code: "no_such_account",
  });
});

test("cash is audited with who ordered it, and the audit holds", async () => {
  const services = await plan();
  const records = await services.store.listAudits(key, { limit: 10 });
  expect(
    records.map(({ entry }) => readAuditEntry(entry)).filter((entry) => entry?.kind === "cash"),
  ).toMatchObject([
    { actor: { kind: "operator", name: "oms" }, requestId: "TX-a", after: { movementId: "TX-a" } },
    { actor: { kind: "operator", name: "lan" }, requestId: "TX-b", after: { movementId: "TX-b" } },
  ]);
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 8 });
});
