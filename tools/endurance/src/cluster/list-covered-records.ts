import type { InstrumentRecord } from "@trading-oms/market";
import { makeRecord } from "./make-record.ts";

const coveredSymbols = ["R1", "R2", "R3", "R4"];

/** Lists what is covered; its prices are set by hand, so that figures stay comparable. */
export function listCoveredRecords(): InstrumentRecord[] {
  return coveredSymbols.map(makeRecord);
}
