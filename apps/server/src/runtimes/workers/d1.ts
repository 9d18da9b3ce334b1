import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import type { ReadStore } from "./settings.ts";

/** Reads the D1 binding. */
export const readD1: ReadStore = ({ DB: database }, faults) => {
  const { prepare } = (database ?? {}) as { readonly prepare?: unknown };
  if (typeof prepare === "function") return () => openD1Store(database as D1Binding);
  faults.push("DB is no D1 database: bind one under that name (d1_databases in the configuration).");
  return undefined;
};
