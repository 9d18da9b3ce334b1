import { expect, test } from "vitest";
import { fpt, linesOf, list, planServices } from "../testing/plan-services.ts";
import { findInstrument, importCatalog } from "./catalog.ts";
import { readEffectiveRates, setRates } from "./rates.ts";

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

test("rejects rates of an unknown group by its name", async () => {
  const { services, memory } = planServices();
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates(services, { level: "group", name: "STQ", rates })).toMatchObject({
    code: "name-not-valid",
    message: "There is no group STQ; write STO, STX, UPX, DVX.",
  });
  expect(memory.rates).toEqual([]);
});

test("rejects rates in the wrong order and warns of equal ones", async () => {
  const { services, memory } = planServices();
  const rates = { marginRatio: 300_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates })).toMatchObject({
    kind: "refused",
    code: "rates-not-valid",
    message: expect.stringContaining("above marginRatio"),
  });
  expect(memory.rates).toEqual([]);
  const equal = { ...rates, marginRatio: 400_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates: equal })).toMatchObject({
    kind: "done",
    warnings: [expect.stringContaining("first loss is a margin call")],
  });
});

async function* asStream<Each>(each: readonly Each[]): AsyncGenerator<Each> {
  yield* each;
}
