import { expect, test } from "vitest";
import { refuse } from "../services.ts";
import { byLan, planServices } from "../testing/plan-services.ts";
import { planAccountRows } from "./import-accounts.ts";

test("after a refused row, the later rows of its account are not written, and those of others are", async () => {
  const { services } = planServices();
  const written: string[] = [];
  const plan = planAccountRows<{ readonly accountId: string }>(
    services,
    { ...byLan, digest: "0".repeat(64) },
    async (_services, { accountId }, { place }) => {
      if (place === 2) return refuse("above_trading_power", "Too much.");
      written.push(`${accountId} ${place}`);
      return { kind: "done", isRepeat: false };
    },
  );
  const rows = ["A-1", "A-1", "A-2", "A-1", "A-2"].map((accountId, index) => ({
    line: index + 2,
    place: index + 1,
    row: { accountId },
  }));
  expect(await plan.write(rows)).toEqual({
    count: 3,
    doneBeforeCount: 0,
    faults: [{ line: 3, fault: "Too much." }],
  });
  expect(written.toSorted()).toEqual(["A-1 1", "A-2 3", "A-2 5"]);
});
