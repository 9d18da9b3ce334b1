import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { fillStore } from "../testing/fill-store.ts";
import { openAccount } from "../testing/make-change.ts";
import { plantFault, pullFault } from "../testing/plant-fault.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

test("a process that has numbers for users is kept out of a restore as well, and takes others after it", async () => {
  await withDatabase(async (fullUrl) => {
    await withDatabase(async (url, run) => {
      const full = await openPostgresqlStore({ url: fullUrl });
      await fillStore(full);
      // So many that the number which is next after all refusals is one of theirs.
      for (let index = 0; index < 16; index += 1) await openAccount(full, `m-${index}`, `M-${index}`);
      const store = await openPostgresqlStore({ url });
      const beside = await openPostgresqlStore({ url });
      // The first row is the claim of numbers; the second one fails for a reason that has nothing to do with them.
      await run(plantFault(2));
      await expect(openAccount(beside, "u-8", "Z-8")).rejects.toThrow("made to fail");
      await run(pullFault);
      const refused: unknown[] = [];
      await store.restore(
        (async function* () {
          for await (const row of full.backUp()) {
            if (row.table === "number_block" || row.table === "catalog_head") {
              const opening = openAccount(beside, "u-9", "Z-9");
              refused.push(await opening.catch((failure: unknown) => failure));
            }
            yield row;
          }
        })(),
      );
      expect(refused).toMatchObject([{ code: "unfinished-restore" }, { code: "unfinished-restore" }]);
      await openAccount(beside, "u-9", "Z-9");
      expect(await beside.findOwner("Z-9")).toBe("u-9");
      await Promise.all([full, store, beside].map((each) => each.close()));
    });
  });
});
