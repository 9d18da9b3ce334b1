import { closePosition } from "@trading-oms/margin";
import type { Instrument, Price } from "@trading-oms/market";
import { writeAuditEntry } from "./audit-entry.ts";
import {
  type ChangedPosition,
  changePosition,
  type PositionKey,
  readUnit,
  refuseAbsent,
} from "./change-position.ts";
import { hashAudit } from "./hash-audit.ts";
import type { AccountState, AuditDraft, PositionRecord } from "./ports/index.ts";
import { readEffectiveRates } from "./read-effective-rates.ts";
import type { Refusal } from "./refusal.ts";
import type { Services } from "./services.ts";

/** Closes a position at a price; without one it is only marked as closing, and changes no more. */
export async function closeHolding(
  services: Services,
  key: PositionKey,
  price: Price | undefined,
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return refuseAbsent(key);
    if (price === undefined) {
      const position: PositionRecord = { ...before, isClosing: true, changedAtMs: atMs };
      return { positions: [position], result: { position, realizedVnd: 0n } };
    }
    const unit = readUnit(instrument, price);
    if (typeof unit !== "bigint") return unit;
    const { realizedVnd } = closePosition(before, unit);
    const equityVnd = state.account.equityVnd + realizedVnd;
    const result = { position: undefined, realizedVnd };
    const audits = await auditRelease(services, state, before, { instrument, price, unitVnd: unit, atMs });
    return { equityVnd, closedSymbols: [key.symbol], audits, result };
  });
}

/** What a position covered is free again when it is closed, and the audit says so. */
async function auditRelease(
  services: Services,
  { account }: AccountState,
  { symbol, coveredVnd }: PositionRecord,
  at: {
    readonly instrument: Instrument;
    readonly price: Price;
    readonly unitVnd: bigint;
    readonly atMs: number;
  },
): Promise<readonly AuditDraft[]> {
  if (coveredVnd === 0n) return [];
  const entry = writeAuditEntry({
    accountId: account.accountId,
    place: account.auditCount + 1,
    atMs: at.atMs,
    actor: { kind: "closing", name: "" },
    requestId: services.makeId(),
    symbol,
    fromVnd: coveredVnd,
    toVnd: 0n,
    price: at.price,
    unitVnd: at.unitVnd,
    rates: await readEffectiveRates(services, at.instrument),
  });
  return [{ entry, hash: await hashAudit(services, account.auditHash, entry) }];
}
