import type { z } from "@hono/zod-openapi";
import {
  type AuditEntry,
  chainKey,
  type ListedEntry,
  listAudit as listAuditOf,
  symbolOf,
} from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { type Operation, privateHeaders, unlessRefused } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { maybeAmount, maybeFraction, maybePrice } from "../../wire/numbers.ts";

export function listAudit(services: TradingServices): Operation<typeof routes.listAudit> {
  return async (c) => {
    const { chain } = c.req.valid("param");
    const { from, until, ...filter } = c.req.valid("query");
    const key = unlessRefused(await chainKey(services, chain));
    const asked = { ...filter, fromMs: from, untilMs: until };
    const { entries, next } = unlessRefused(await listAuditOf(services, key, asked));
    return c.json(
      { chain, entries: entries.map(renderEntry), nextCursor: next ?? null },
      200,
      privateHeaders,
    );
  };
}

function renderEntry({ place, hash, entry }: ListedEntry): z.output<typeof schemas.AuditEntry> {
  const { kind, atMs, actor, requestId, reason } = entry;
  return {
    place,
    time: atMs,
    kind,
    actorKind: actor.kind,
    actor: actor.name,
    requestId,
    reason,
    symbol: symbolOf(entry) ?? null,
    values: renderValues(entry),
    hash,
  };
}

/** The values of an entry by their names in the chain, without units: amounts are VND, times Unix milliseconds. */
function renderValues({ before, after }: AuditEntry): z.output<typeof schemas.AuditValue>[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = new Set([...from.keys(), ...to.keys()]);
  names.delete("symbol");
  // The rows of a file are long, and the entry names the file.
  names.delete("rows");
  return [...names].map((name) => ({
    name: name.replace(/(?:Vnd|Ms)$/, ""),
    before: renderValue(name, from.get(name)),
    after: renderValue(name, to.get(name)),
  }));
}

/** Digits where a number would be rounded. */
function renderValue(name: string, value: unknown): string | number | boolean | null {
  if (typeof value === "bigint") return writeFor(name)(value) ?? String(value);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function writeFor(name: string): (value: bigint) => number | undefined {
  if (/Price$|^price$/.test(name)) return maybePrice;
  return /Rat(?:io|e)$/.test(name) ? maybeFraction : maybeAmount;
}
