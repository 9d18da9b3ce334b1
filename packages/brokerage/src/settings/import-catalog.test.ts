import { expect, test } from "vitest";
import { readAuditEntry } from "../accounts/audit.ts";
import { chainKey } from "../accounts/chains.ts";
import { verifyAudit } from "../accounts/verify-audit.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readEffectiveRates } from "../reference/rates.ts";
import { fpt, linesOf, list, planServices } from "../testing/plan-services.ts";
import { importCatalog } from "./import-catalog.ts";
import { setRates } from "./set-rates.ts";

test("keeps a catalog to the last digit", async () => {
  const { services } = planServices();
  await list(services, fpt);
  expect(await findInstrument(services, "FPT")).toEqual(fpt);
});

test("rejects a faulty catalog as a whole and reports each fault with its line", async () => {
  const { services } = planServices();
  await list(services, fpt);
  const vnm = { ...fpt, symbol: "VNM" };
  const refused = await importCatalog(
    services,
    linesOf([vnm, { ...fpt, symbol: "HPG", referencePrice: 25_010_000n }, vnm]),
  );
  expect(refused).toEqual({
    kind: "refused",
    faultCount: 2,
    faults: [
      { line: 3, fault: expect.stringContaining("referencePrice 25010 is off its step") },
      { line: 4, fault: "symbol VNM stands on line 2 already: leave out one of them." },
    ],
  });
  expect(await findInstrument(services, "VNM")).toBeUndefined();
  expect(await findInstrument(services, "FPT")).toBeDefined();
});

test("reports the first twenty faults and counts all", async () => {
  const { services } = planServices();
  const lines = Array.from({ length: 50 }, (_, index) => ({ line: index + 2, fault: "has no symbol" }));
  const refused = await importCatalog(services, asStream(lines));
  expect(refused).toMatchObject({ kind: "refused", faultCount: 50 });
  expect(refused.kind === "refused" && refused.faults).toHaveLength(20);
});

test("uses an instrument's own rates, else those of its group, else fully paid", async () => {
  const { services } = planServices();
  await list(services, fpt);
  const instrument = await findInstrument(services, "FPT");
  if (instrument === undefined) return expect.unreachable("FPT was listed.");
  const ratioOf = async () => (await readEffectiveRates(services, instrument)).marginRatio;
  expect(await ratioOf()).toBe(1_000_000n);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "group", name: "STO", rates });
  expect(await ratioOf()).toBe(500_000n);
  await setRates(services, { level: "symbol", name: "FPT", rates: { ...rates, marginRatio: 600_000n } });
  expect(await ratioOf()).toBe(600_000n);
});

test("leaves one entry in the audit, with the version before and after, and none if it is refused", async () => {
  const { services, memory } = planServices();
  await list(services, fpt);
  const imported = await importCatalog(services, linesOf([fpt, { ...fpt, symbol: "VNM" }]), () => {}, {
    actor: { kind: "operator", name: "lan" },
    reason: "new listing",
    digestOfFile: () => "f".repeat(64),
  });
  expect(imported).toEqual({ kind: "done", count: 2 });
  expect(await importCatalog(services, linesOf([fpt, fpt]))).toMatchObject({ kind: "refused" });
  const audits = memory.accounts.get("catalog")?.audits ?? [];
  expect(audits.map(({ entry }) => readAuditEntry(entry))).toMatchObject([
    { actor: { name: "oms" }, before: { version: 0 }, after: { version: 1, instrumentCount: 1 } },
    {
      kind: "catalog",
      chain: "catalog",
      place: 2,
      actor: { kind: "operator", name: "lan" },
      reason: "new listing",
      before: { version: 1 },
      after: { version: 2, instrumentCount: 2, fileDigest: "f".repeat(64) },
    },
  ]);
  const key = await chainKey(services, "catalog");
  if ("kind" in key) throw new Error(key.message);
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 2 });
});

async function* asStream<Each>(each: readonly Each[]): AsyncGenerator<Each> {
  yield* each;
}
