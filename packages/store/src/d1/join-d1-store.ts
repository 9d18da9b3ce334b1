import type { Store } from "@trading-oms/brokerage/ports";
import { migrations } from "../sqlite/migrations.ts";
import { StoreFault } from "../store-fault.ts";
import type { D1Binding } from "./d1-binding.ts";
import { D1Store } from "./d1-store.ts";
import { readStep } from "./migrate-d1.ts";

/**
 * Opens the store on a D1 database whose schema is the Workers' to bring up to date: one that is empty is to be filled by
 * its owner first.
 *
 * @throws StoreFault where the schema is another, or the database can't be used
 */
export async function joinD1Store(binding: D1Binding): Promise<Store> {
  const step = await readStep(binding);
  if (step === migrations.length) return new D1Store(binding);
  const mend = "Deploy the Workers of this version, and let one of them be asked something.";
  throw new StoreFault(
    "older-version",
    step === 0
      ? `The D1 database holds nothing yet. Fill it, or: ${mend}`
      : `The D1 database has schema ${step}, and this version needs ${migrations.length}. ${mend}`,
  );
}
