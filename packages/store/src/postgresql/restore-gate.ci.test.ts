import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { addFaults, removeFaults } from "../testing/faults/fault-trigger.ts";
import { fillStore } from "../testing/fill-store.ts";
import { openAccount } from "../testing/make-change.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

test("rejects an opening with a claimed user number during a restore, and allocates another number afterwards", async () => {
  await withDatabase(async (fullUrl) => {
    await withDatabase(async (url, run) => {
      const full = await openPostgresqlStore({ url: fullUrl });
      await fillStore(full);
      // Enough users that the next free number after the rejected openings belongs to one of them.
      for (let index = 0; index < 16; index += 1) await openAccount(full, `m-${index}`, `M-${index}`);
      const store = await openPostgresqlStore({ url });
      const beside = await openPostgresqlStore({ url });
      // Claims a block of user numbers with the first row, and fails the opening at the second.
      await run(addFaults(2));
      await expect(openAccount(beside, "u-8", "Z-8")).rejects.toThrow("made to fail");
      await run(removeFaults);
      const failures: unknown[] = [];
      await store.restore(
        (async function* () {
          for await (const row of full.backUp()) {
            if (row.table === "number_block" || row.table === "catalog_head") {
              const opening = openAccount(beside, "u-9", "Z-9");
              failures.push(await opening.catch((failure: unknown) => failure));
            }
            yield row;
          }
        })(),
      );
      expect(failures).toMatchObject([{ code: "unfinished_restore" }, { code: "unfinished_restore" }]);
      await openAccount(beside, "u-9", "Z-9");
      expect(await beside.findOwner("Z-9")).toBe("u-9");
      await Promise.all([full, store, beside].map((each) => each.close()));
    });
  });
});
