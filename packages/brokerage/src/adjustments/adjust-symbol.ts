/** Adjusts all positions in a symbol by the corporate actions of an ex-date. */
import { type Instrument, startOfDateMs } from "@trading-oms/market";
import { findAccountKey } from "../accounts/accounts.ts";
import { readAllAccounts } from "../accounts/figures.ts";
import { dryRunOf } from "../imports/dry-run.ts";
import type { AccountKey, ExDateRecord } from "../ports/index.ts";
import { openReferenceBook } from "../reference/book.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { queueWork } from "../watch/queue-work.ts";
import {
  type AdjustedPosition,
  type AdjustmentOrder,
  adjustHolding,
  checkAdjustment,
  placeOf,
} from "./adjust-position.ts";
import { checkTerms, findExDate, noteExDate } from "./ex-dates.ts";

/** The order, and how it is carried out. */
export type SymbolAdjustment = AdjustmentOrder & {
  /** Adjusts the position of this account alone. Calls of the symbol are not held back for it. */
  readonly accountId?: string | undefined;
  readonly isDryRun?: boolean | undefined;
  /** Called with the number of positions after each page of accounts. */
  readonly onProgress?: ((positionCount: number) => void) | undefined;
};

/** What an adjustment did, or would do. */
export type AdjustedSymbol = {
  readonly kind: "done";
  readonly adjustmentId: string;
  readonly adjustedCount: number;
  /** Positions that were adjusted before under the same id. */
  readonly doneBeforeCount: number;
  /** Positions that were opened on the ex-date or later, whose shares carry no right to it. */
  readonly notEntitledCount: number;
  /** Calls that opened and ended by it. */
  readonly openedCallCount: number;
  readonly endedCallCount: number;
  /** How many positions were refused, and the first of them. */
  readonly refusedCount: number;
  readonly refused: readonly { readonly accountId: string; readonly message: string }[];
  /** Whether no position was refused. If one was, calls stay held back until a repeat finds none, or the symbol is released. */
  readonly isComplete: boolean;
};

const refusedShownMax = 100;

/** Few enough that none waits too long for the store, and enough that it can write them together. */
const atOnceMax = 32;

/**
 * Adjusts each position in a commit of its own. Calls of the symbol are held back from before the first until after the last, so
 * that nobody is called while some positions are adjusted and others are not. A repeat goes on where an earlier run stopped.
 */
export async function adjustSymbol(
  services: Services,
  { isDryRun = false, onProgress = () => {}, accountId: onlyAccountId, ...order }: SymbolAdjustment,
): Promise<AdjustedSymbol | Refusal> {
  const instrument = await checkAdjustment(services, order);
  if ("kind" in instrument) return instrument;
  if (onlyAccountId !== undefined)
    return adjustOne(isDryRun ? dryRunOf(services) : services, onlyAccountId, order, instrument);
  if (order.adjustment.rights !== undefined) {
    const message = "Rights are taken up by each owner; adjust the positions one by one.";
    return refuse("adjustment_not_valid", message);
  }
  const { symbol, date, actor, reason } = order;
  const place = placeOf(order);
  const done = nothingDone(place.adjustmentId);
  const found = await findExDate(services, place);
  const reused = checkTerms(found, place);
  if (reused !== undefined) return reused;
  // Answers of single positions are kept for some weeks, this one for good.
  if (found?.state === "adjusted") return { ...done, isComplete: true };
  const note = async (state: ExDateRecord["state"]): Promise<Refusal | undefined> => {
    if (isDryRun) return undefined;
    const noted = await noteExDate(services, { ...place, state }, { actor, reason });
    return noted.kind === "refused" ? noted : undefined;
  };
  const unbegun = await note("adjusting");
  if (unbegun !== undefined) return unbegun;
  // Without a book, each position would read its instrument and rates from the store.
  const withBook = { ...services, book: services.book ?? (await openReferenceBook(services)) };
  const acting = isDryRun ? dryRunOf(withBook) : withBook;
  const failures: unknown[] = [];
  const adjust = async ({ userId, accountId }: AccountKey) => {
    try {
      const adjusted = await adjustHolding(acting, { userId, accountId, symbol }, order, instrument);
      if (adjusted.kind === "done") count(done, adjusted);
      // A position that was closed meanwhile needs nothing.
      else if (adjusted.code !== "no_such_position") {
        done.refusedCount += 1;
        if (done.refused.length < refusedShownMax)
          done.refused.push({ accountId, message: adjusted.message });
      }
    } catch (thrown) {
      failures.push(thrown);
    }
  };
  let positionCount = 0;
  for await (const states of readAllAccounts(services)) {
    const queue = queueWork(adjust, atOnceMax);
    for (const { account, positions } of states) {
      const position = positions.find((each) => each.symbol === symbol);
      if (position === undefined) continue;
      positionCount += 1;
      if (position.openedAtMs >= startOfDateMs(date)) done.notEntitledCount += 1;
      else queue.add(account);
    }
    await queue.settle();
    if (failures.length > 0) throw failures[0];
    onProgress(positionCount);
  }
  if (done.refusedCount > 0) return { ...done, isComplete: false };
  return (await note("adjusted")) ?? { ...done, isComplete: true };
}

/** Adjusts the position of one account, whenever it was opened. */
async function adjustOne(
  services: Services,
  accountId: string,
  order: AdjustmentOrder,
  instrument: Instrument,
): Promise<AdjustedSymbol | Refusal> {
  const account = await findAccountKey(services, accountId);
  if ("kind" in account) return account;
  const place = placeOf(order);
  const reused = checkTerms(await findExDate(services, place), place);
  if (reused !== undefined) return reused;
  const adjusted = await adjustHolding(services, { ...account, symbol: order.symbol }, order, instrument);
  if (adjusted.kind === "refused") return adjusted;
  const done = nothingDone(place.adjustmentId);
  count(done, adjusted);
  return { ...done, isComplete: true };
}

function nothingDone(adjustmentId: string) {
  return {
    ...({ kind: "done", adjustmentId } as const),
    ...{ adjustedCount: 0, doneBeforeCount: 0, notEntitledCount: 0 },
    ...{ openedCallCount: 0, endedCallCount: 0 },
    refusedCount: 0,
    refused: [] as { readonly accountId: string; readonly message: string }[],
  };
}

function count(done: ReturnType<typeof nothingDone>, { isRepeat, call }: AdjustedPosition): void {
  if (isRepeat) done.doneBeforeCount += 1;
  else done.adjustedCount += 1;
  if (call === "opened") done.openedCallCount += 1;
  if (call === "ended") done.endedCallCount += 1;
}
