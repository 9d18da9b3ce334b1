import {
  type AuditEntry,
  chainKey,
  DeskProjection,
  DeskState,
  type OpenCall,
  openBooks,
  readAuditEntry,
  readInstrument,
} from "@trading-oms/brokerage";
import type { MarkRecord, RatesRecord } from "@trading-oms/brokerage/ports";
import { dueDefaults, type Instrument, parseTimeOfDay } from "@trading-oms/market";
import { makeServices } from "../cli/database.ts";
import { type PlannedWorld, plannedAtMs } from "./plan-world.ts";

/** The entries of a chain, oldest first. */
export function readAudit(world: PlannedWorld, chain: string): Promise<readonly AuditEntry[]> {
  return world.withStore(async (store) => {
    const key = await chainKey({ store }, chain);
    if ("code" in key) throw new Error(key.message);
    const records = await store.listAudits(key, { after: undefined, limit: 1_000 });
    return records.flatMap(({ entry }) => readAuditEntry(entry) ?? []);
  });
}

/** The open calls as a server's desk lists them. */
export function listCalls(world: PlannedWorld): Promise<readonly OpenCall[]> {
  return world.withStore(async (store) => {
    const services = await makeServices(store, { now: () => plannedAtMs, makeId: () => "TX" });
    const { book, marks } = await openBooks(services, { isPlayed: services.marks?.isPlayed });
    const due = { days: Number(dueDefaults.days), minuteOfDay: parseTimeOfDay(dueDefaults.time) ?? 0 };
    const desk = new DeskProjection({ ...services, book, marks }, { due, yieldToEventLoop: async () => {} });
    await desk.follow();
    return new DeskState(desk).listCalls({}, "due", { limit: 1_000, offset: 0 }).calls;
  });
}

export function readMarks(world: PlannedWorld): Promise<readonly MarkRecord[]> {
  return world.withStore((store) => store.listMarks({ after: undefined, limit: 1_000 }));
}

export function readRates(world: PlannedWorld): Promise<readonly RatesRecord[]> {
  return world.withStore((store) => store.listRates({ after: undefined, limit: 1_000 }));
}

export function readCatalog(world: PlannedWorld): Promise<readonly Instrument[]> {
  return world.withStore(async (store) =>
    (await store.listInstruments({ after: undefined, limit: 10_000 })).map(readInstrument),
  );
}
