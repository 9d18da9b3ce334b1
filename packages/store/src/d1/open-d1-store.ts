import type { Store } from "@trading-oms/brokerage/ports";
import type { D1Binding } from "./d1-binding.ts";
import { D1Store } from "./d1-store.ts";
import { migrateD1 } from "./migrate-d1.ts";

/**
 * Opens the store on a D1 database, which is brought to the newest schema.
 *
 * Keep the store for as long as the isolate lives, since it hands out user numbers from blocks of its own; and give it
 * the database rather than a session of it, since a replica may not know yet why a change was not made.
 *
 * @throws StoreFault where the database can't be used, with what to do about it
 */
export async function openD1Store(binding: D1Binding): Promise<Store> {
  await migrateD1(binding);
  return new D1Store(binding);
}
