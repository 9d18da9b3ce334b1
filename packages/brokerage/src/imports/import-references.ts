/** Imports rates and prices by hand: the rows of a chunk are one commit with one entry in the audit. */
import { checkRates } from "@trading-oms/margin";
import { unitVndOf } from "@trading-oms/market";
import type { AuditedChange, ImportedPart } from "../accounts/audit.ts";
import { readLastPrices } from "../accounts/figures.ts";
import { openReferenceBook } from "../reference/book.ts";
import { rejectUnlisted } from "../reference/unlisted.ts";
import type { ReferenceBook, Services } from "../services.ts";
import { checkHolders, checkLast, describePrice, isInBand, isPrice } from "../settings/set-price.ts";
import type { RatesSetting } from "../settings/set-rates.ts";
import { type ChainDecision, settleChain } from "../settings/settle-chain.ts";
import {
  type FileOrigin,
  importKeyOf,
  noteOnce,
  type PriceRow,
  type RowAt,
  type RowsPlan,
  type WrittenRows,
} from "./imported-rows.ts";

/** Plans the import of rates. */
export async function planRates(services: Services, origin: FileOrigin): Promise<RowsPlan<RatesSetting>> {
  const book = await openReferenceBook(services);
  const lineOf = new Map<string, number>();
  return {
    rowsInChunk: 1_000,
    judge: async ({ line, row: { level, name, rates } }, isTold) => {
      const twice = noteOnce(lineOf, `${level} ${name}`, line);
      if (twice !== undefined) return twice;
      if (level === "group" || !isKnown(book, level, name)) {
        // A message that names what was meant takes a search.
        const isSearched = isTold || level === "group";
        const unlisted = isSearched ? await rejectUnlisted(services, level, name) : { message: "" };
        if (unlisted !== undefined) return unlisted.message;
      }
      const { faults } = checkRates(rates);
      return faults.length === 0 ? undefined : faults.join(" ");
    },
    write: (rows) =>
      writeTogether(services, "rates", origin, rows, (part, atMs) => ({
        rates: {
          set: rows.map(({ row: { level, name, rates } }) => ({ level, name, ...rates, changedAtMs: atMs })),
          removed: [],
        },
        entry: { kind: "rates", before: {}, after: part },
      })),
  };
}

function isKnown(book: ReferenceBook, level: RatesSetting["level"], name: string): boolean {
  return (level === "symbol" ? book.findInstrument(name) : book.findProduct(name)) !== undefined;
}

/** Plans the import of prices. Those outside their band are checked together against the accounts that hold them. */
export async function planPrices(services: Services, origin: FileOrigin): Promise<RowsPlan<PriceRow>> {
  const book = await openReferenceBook(services);
  const lineOf = new Map<string, number>();
  const outside = new Map<string, bigint>();
  return {
    rowsInChunk: 1_000,
    judge: async ({ line, row }) => {
      const { symbol, price } = row;
      const twice = noteOnce(lineOf, symbol, line);
      if (twice !== undefined) return twice;
      const instrument = book.findInstrument(symbol);
      if (instrument === undefined) return `${symbol} is not listed.`;
      const last = (await readLastPrices(services, [symbol])).get(symbol);
      const { isConfirmed } = origin;
      const code = isPrice(instrument, price)
        ? checkLast(instrument, { price, isConfirmed }, last, services.now())
        : "price-not-valid";
      if (code !== undefined) return describePrice(instrument, { price }, { before: last?.price, code });
      if (!isInBand(instrument, price)) outside.set(symbol, unitVndOf(instrument, price));
      return undefined;
    },
    judgeAll: async () => {
      const refusal = outside.size === 0 ? undefined : await checkHolders(services, outside);
      const [first = ""] = outside.keys();
      return refusal && { line: lineOf.get(first) ?? 1, fault: refusal.message };
    },
    write: (rows) =>
      writeTogether(services, "prices", origin, rows, (part, atMs) => ({
        marks: rows.map(({ row: { symbol, price } }) => ({ symbol, price, atMs, isByHand: true })),
        entry: { kind: "price", before: {}, after: part },
      })),
  };
}

type Written = { readonly kind: "done"; readonly firstDoneAtMs?: number };

/** Writes a chunk once, under the key of its first row. */
async function writeTogether<Row>(
  services: Services,
  chain: "rates" | "prices",
  { digest, actor, reason }: FileOrigin,
  rows: readonly RowAt<Row>[],
  decide: (
    part: ImportedPart,
    atMs: number,
  ) => Pick<ChainDecision<Written>, "rates" | "marks"> & {
    readonly entry: AuditedChange;
  },
): Promise<WrittenRows> {
  const [firstLine, lastLine] = [rows[0]?.line ?? 0, rows.at(-1)?.line ?? 0];
  const key = importKeyOf(digest, rows[0]?.place ?? 0);
  const part = { fileDigest: digest, firstLine, lastLine, rowCount: rows.length };
  const result: Written = { kind: "done" };
  const idempotency = { key, fingerprint: String(rows.length) };
  const origin = { actor, reason, requestId: key, idempotency };
  const written = await settleChain<Written>(services, chain, origin, async (_state, atMs) => ({
    ...decide(part, atMs),
    outcome: { idempotencyKey: key, fingerprint: idempotency.fingerprint, outcome: '{"kind":"done"}' },
    result,
  }));
  if (written.kind === "refused") {
    return { count: 0, doneBeforeCount: 0, faults: [{ line: firstLine, fault: written.message }] };
  }
  const isRepeat = written.firstDoneAtMs !== undefined;
  return { count: isRepeat ? 0 : rows.length, doneBeforeCount: isRepeat ? rows.length : 0, faults: [] };
}
