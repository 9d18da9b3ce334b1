import type { InstrumentRecord } from "@trading-oms/market";
import { makeRecord } from "./make-record.ts";

const tradedCount = 30;

/** Lists what the exchange trades that is published. */
export function listTradedRecords(): InstrumentRecord[] {
  return Array.from({ length: tradedCount }, (_, index) =>
    makeRecord(`F${String(index + 1).padStart(2, "0")}`),
  );
}
