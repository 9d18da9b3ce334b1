import { expect } from "vitest";
import { price } from "../../testing/acts.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter(
  "demo load",
  "accounts open A-1 --user u-1",
  "positions set A-1 HPG --quantity 1_000 --price 26000",
  price("HPG", "26000"),
);

test("adjusts the position of one account once", async ({ world }) => {
  const line = "positions adjust HPG --date 2025-06-02 --factor 110/100 --account A-1";
  const said = await world.oms(`${line} --by lan --reason dividend`);
  expect(said.stdout).toBe("HPG on 2025-06-02 (factor): 1 positions adjusted.\n");
  expect((await world.oms(line)).stdout).toBe(
    "HPG on 2025-06-02 (factor): 0 positions adjusted, 1 done before.\n",
  );
  expect(await world.json("accounts show A-1")).toMatchObject({
    positions: [{ symbol: "HPG", quantity: 1_100, entryVnd: 26_000_000 }],
  });
  expect((await world.oms("audit verify")).exitCode).toBe(0);
});

test("rejects an adjustment without a price of its day, and other terms under its id", async ({ world }) => {
  expect(await world.json("positions adjust FPT --date 2025-06-02 --factor 2/1")).toMatchObject({
    refused: { code: "reference_unknown" },
  });
  const line = "positions adjust HPG --date 2025-06-02 --id halved --factor 1/1001";
  const open = { notEntitledCount: 1, isComplete: true };
  expect(await world.json(line)).toMatchObject(open);
  expect(await world.json("positions adjust HPG --date 2025-06-02 --id halved --factor 1/2")).toMatchObject({
    refused: { code: "idempotency_key_reused" },
  });
});

test("says what an adjustment of a symbol would do, and rejects one before its day", async ({ world }) => {
  const line = "positions adjust HPG --factor 2/1 --dry-run --date";
  expect(await world.json(`${line} 2025-06-03`)).toMatchObject({ refused: { code: "date_not_valid" } });
  const before = await world.json("accounts show A-1");
  expect(await world.json(`${line} 2025-06-02`)).toMatchObject({ isDryRun: true, isComplete: true });
  expect(await world.json("accounts show A-1")).toEqual(before);
  expect(await world.oms("positions adjust HPG --date 2025-06-02 --factor 2")).toMatchObject({ exitCode: 2 });
  expect(await world.oms("positions adjust HPG --date 2025-06-02 --rights 5")).toMatchObject({ exitCode: 2 });
});
