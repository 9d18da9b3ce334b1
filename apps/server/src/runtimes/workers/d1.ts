import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { type ReadStore, readBinding } from "./settings.ts";

const kind = { name: "DB", method: "prepare", what: "D1 database", where: "d1_databases" };

export const readD1: ReadStore = ({ DB: database }, faults) => {
  // There has to be one.
  const bound = readBinding<D1Binding>({ DB: database ?? null }, kind, faults);
  return bound && (() => openD1Store(bound));
};
