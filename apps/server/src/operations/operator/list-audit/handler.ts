import type { z } from "@hono/zod-openapi";
import {
  type AuditEntry,
  chainKey,
  type ListedEntry,
  listAudit as listAuditOf,
  symbolOf,
} from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { nearestNumber } from "@trading-oms/market";
import { privateHeaders } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { TradingServices } from "../../../services.ts";
import { fractionOf } from "../../companion/account.ts";
import { unlessRefused } from "../change.ts";

/** Lists the entries of an audit chain. */
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
  return [...names].map((name) => ({
    name: name.replace(/(?:Vnd|Ms)$/, ""),
    before: renderValue(name, from.get(name)),
    after: renderValue(name, to.get(name)),
  }));
}

function renderValue(name: string, value: unknown): string | number | boolean | null {
  if (typeof value === "bigint") {
    if (/Price$|^price$/.test(name)) return nearestNumber(value);
    return /Rat(?:io|e)$/.test(name) ? fractionOf(value) : Number(value);
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
