/** Imports rates and prices by hand: the rows of a chunk are one commit with one entry in the audit. */
import { checkRates } from "@trading-oms/margin";
import { unitVndOf } from "@trading-oms/market";
import type { AuditedChange, ImportedPart } from "../accounts/audit.ts";
import { isInBand } from "../accounts/usual-prices.ts";
import type { RatesRecord } from "../ports/index.ts";
import { readFacts } from "../quotes/symbol-facts.ts";
import { openReferenceBook } from "../reference/book.ts";
import type { RatesSetting } from "../reference/rates.ts";
import { rejectUnlisted } from "../reference/unlisted.ts";
import { formatRefusal, ratesRefusals } from "../refusal-texts.ts";
import type { ReferenceBook, Services } from "../services.ts";
import { countAffected } from "../settings/count-affected.ts";
import { faultsToldMax } from "../settings/import-catalog.ts";
import { checkHolders, checkLast, describePrice, isPrice } from "../settings/set-price.ts";
import { checkEnded } from "../settings/set-rates.ts";
import { type ChainDecision, settleChain } from "../settings/settle-chain.ts";
import { listWarnings } from "../settings/warn-of-rates.ts";
import {
  type FileOrigin,
  importKeyOf,
  type LineWarning,
  noteOnce,
  type PriceRow,
  type RowAt,
  type RowsPlan,
  type WrittenRows,
} from "./imported-rows.ts";

export async function planRates(services: Services, origin: FileOrigin): Promise<RowsPlan<RatesSetting>> {
  const book = await openReferenceBook(services);
  const lineOf = new Map<string, number>();
  const settings: RatesSetting[] = [];
  const warnings: LineWarning[] = [];
  return {
    rowsInChunk: 1_000,
    warnings,
    check: async ({ line, row }, isTold) => {
      const { level, name, rates } = row;
      settings.push(row);
      const twice = noteOnce(lineOf, `${level} ${name}`, line);
      if (twice !== undefined) return twice;
      if (level === "group" || !isKnown(book, level, name)) {
        // A message that names what was meant takes a search.
        const isSearched = isTold || level === "group";
        const unlisted = isSearched ? await rejectUnlisted(services, level, name) : { message: "" };
        if (unlisted !== undefined) return unlisted.message;
      }
      const { faults } = checkRates(rates);
      if (faults.length > 0) return faults.join(" ");
      const instrument = level === "symbol" ? book.findInstrument(name) : undefined;
      const found = listWarnings(row, instrument).map((warning) => ({ line, warning }));
      warnings.push(...found.slice(0, faultsToldMax - warnings.length));
      return undefined;
    },
    checkAll: async () => {
      const affected = await countAffected(services, settings);
      const ended = checkEnded(origin, affected);
      const [first] = settings;
      if (ended === undefined || first === undefined) return undefined;
      const figures = { ...first, ...affected, unlisted: "", faults: "" };
      return {
        line: lineOf.get(`${first.level} ${first.name}`) ?? 1,
        fault: formatRefusal(ratesRefusals, ended.code, figures),
      };
    },
    write: (rows) =>
      writeTogether(services, "rates", origin, rows, async (part, atMs) => {
        const set = await recordsOf(services, rows, atMs);
        const after = { ...part, rows: set.map(writeRates).join("\n") };
        return { rates: { set, removed: [] }, entry: { kind: "rates", before: {}, after } };
      }),
  };
}

/** The records of rows. Whether lending has ended stays as it is where a row does not say it. */
async function recordsOf(
  { store }: Pick<Services, "store">,
  rows: readonly RowAt<RatesSetting>[],
  changedAtMs: number,
): Promise<RatesRecord[]> {
  const before = await store.readRates(rows.map(({ row }) => row));
  const ended = before.filter(({ isLendingEnded }) => isLendingEnded);
  const endedBefore = new Set(ended.map(({ level, name }) => `${level} ${name}`));
  return rows.map(
    ({ row: { level, name, rates, isLendingEnded = endedBefore.has(`${level} ${name}`) } }) => ({
      ...{ level, name, ...rates, changedAtMs },
      ...(isLendingEnded && { isLendingEnded }),
    }),
  );
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
    check: async ({ line, row }) => {
      const { symbol, price } = row;
      const twice = noteOnce(lineOf, symbol, line);
      if (twice !== undefined) return twice;
      const listed = book.findInstrument(symbol);
      if (listed === undefined) return `${symbol} is not listed.`;
      const { instrument, lastTrade: last } = await readFacts(services, listed);
      const { isConfirmed } = origin;
      const code = isPrice(instrument, price)
        ? checkLast(instrument, { price, isConfirmed }, last, services.now())
        : "price_not_valid";
      if (code !== undefined) return describePrice(instrument, { price }, { before: last?.price, code });
      if (!isInBand(instrument, price)) outside.set(symbol, unitVndOf(instrument, price));
      return undefined;
    },
    checkAll: async () => {
      const refusal = outside.size === 0 ? undefined : await checkHolders(services, outside);
      const [first = ""] = outside.keys();
      return refusal && { line: lineOf.get(first) ?? 1, fault: refusal.message };
    },
    write: (rows) =>
      writeTogether(services, "prices", origin, rows, async (part, atMs) => ({
        marks: rows.map(({ row: { symbol, price } }) => ({ symbol, price, atMs, isByHand: true })),
        entry: {
          ...{ kind: "price", before: {} },
          after: { ...part, rows: rows.map(({ row }) => writePrice(row)).join("\n") },
        },
      })),
  };
}

/** A row as its entry in the audit has it. */
function writeRates({
  level,
  name,
  marginRatio,
  marginCallRate,
  forceCloseRate,
  isLendingEnded,
}: RatesRecord): string {
  const rates = [level, name, marginRatio, marginCallRate, forceCloseRate];
  return [...rates, ...(isLendingEnded === true ? ["ended"] : [])].join(" ");
}

function writePrice({ symbol, price }: PriceRow): string {
  return `${symbol} ${price}`;
}

type Written = { readonly kind: "done"; readonly firstDoneAtMs?: number };

/** Writes a chunk once, under the key of its first row. */
async function writeTogether<Row>(
  services: Services,
  chain: "rates" | "prices",
  { digest, actor, reason }: FileOrigin,
  rows: readonly RowAt<Row>[],
  decide: (
    part: Omit<ImportedPart, "rows">,
    atMs: number,
  ) => Promise<Pick<ChainDecision<Written>, "rates" | "marks"> & { readonly entry: AuditedChange }>,
): Promise<WrittenRows> {
  const [firstLine, lastLine] = [rows[0]?.line ?? 0, rows.at(-1)?.line ?? 0];
  const key = importKeyOf(digest, rows[0]?.place ?? 0);
  const part = {
    fileDigest: digest,
    firstLine,
    lastLine,
    rowCount: rows.length,
  };
  const result: Written = { kind: "done" };
  const idempotency = { key, fingerprint: String(rows.length) };
  const origin = { actor, reason, requestId: key, idempotency };
  const written = await settleChain<Written>(services, chain, origin, async (_state, atMs) => ({
    ...(await decide(part, atMs)),
    outcome: { idempotencyKey: key, fingerprint: idempotency.fingerprint, answer: '{"kind":"done"}' },
    result,
  }));
  if (written.kind === "refused") {
    return { count: 0, doneBeforeCount: 0, faults: [{ line: firstLine, fault: written.message }] };
  }
  const isRepeat = written.firstDoneAtMs !== undefined;
  return { count: isRepeat ? 0 : rows.length, doneBeforeCount: isRepeat ? rows.length : 0, faults: [] };
}
