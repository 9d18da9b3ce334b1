import { type Services, sweepOutcomes } from "@trading-oms/brokerage";
import type { OutcomeKey } from "@trading-oms/brokerage/ports";

/** What one sweep may ask the database for; the next begins anew and finds less. */
const partCountMax = 200;

/** Has the store forget the outcomes that nobody asks for again, part by part; tells how many parts were looked through. */
export async function sweepOnce(services: Pick<Services, "store" | "now">): Promise<number> {
  let after: OutcomeKey | undefined;
  let partCount = 0;
  do {
    after = await sweepOutcomes(services, after);
    partCount += 1;
  } while (after !== undefined && partCount < partCountMax);
  return partCount;
}
