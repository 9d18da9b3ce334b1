/** Adjusts all positions in a symbol by the corporate actions of an ex-date. */
import { startOfDateMs } from "@trading-oms/market";
import { findAccountKey } from "../accounts/accounts.ts";
import { readAllAccounts } from "../accounts/figures.ts";
import { dryRunOf } from "../imports/dry-run.ts";
import type { ExDateRecord } from "../ports/index.ts";
import { openReferenceBook } from "../reference/book.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { queueWork } from "../watch/queue-work.ts";
import {
  type AdjustmentOrder,
  adjustChecked,
  adjustHolding,
  adjustmentIdOf,
  checkAdjustment,
  placeOf,
} from "./adjust-position.ts";
import { checkTerms, findExDate, noteExDate } from "./ex-dates.ts";

/** The order, and how it is carried out. */
export type SymbolAdjustment = AdjustmentOrder & {
  /** Adjusts the position of this account alone. Calls of the symbol are not held back for it. */
  readonly accountId?: string | undefined;
  /** Whether nothing is written. */
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
    return adjustOne(isDryRun ? dryRunOf(services) : services, onlyAccountId, order);
  if (order.adjustment.rights !== undefined) {
    const message = "Rights are taken up by each owner; adjust the positions one by one.";
    return refuse("adjustment_not_valid", message);
  }
  const { symbol, date, actor, reason } = order;
  const place = placeOf(order);
  const { adjustmentId } = place;
  const counts = { adjusted: 0, doneBefore: 0, notEntitled: 0, opened: 0, ended: 0 };
  const refused: { readonly accountId: string; readonly message: string }[] = [];
  let refusedCount = 0;
  const found = await findExDate(services, place);
  const reused = checkTerms(found, place);
  if (reused !== undefined) return reused;
  // Answers of single positions are kept for some weeks, this one for good.
  if (found?.state === "adjusted") return summary({ isComplete: true });
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
  const adjust = async ({ userId, accountId }: { readonly userId: string; readonly accountId: string }) => {
    try {
      const done = await adjustChecked(acting, { userId, accountId, symbol }, order, instrument);
      if (done.kind === "refused") {
        // A position that was closed meanwhile needs nothing.
        if (done.code === "no_such_position") return;
        refusedCount += 1;
        if (refused.length < refusedShownMax) refused.push({ accountId, message: done.message });
      } else if (done.isRepeat) counts.doneBefore += 1;
      else {
        counts.adjusted += 1;
        if (done.call !== "none") counts[done.call] += 1;
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
      if (position.openedAtMs >= startOfDateMs(date)) counts.notEntitled += 1;
      else queue.add(account);
    }
    await queue.settle();
    if (failures.length > 0) throw failures[0];
    onProgress(positionCount);
  }
  if (refusedCount > 0) return summary({ isComplete: false });
  return (await note("adjusted")) ?? summary({ isComplete: true });

  function summary({ isComplete }: Pick<AdjustedSymbol, "isComplete">): AdjustedSymbol {
    return {
      kind: "done",
      adjustmentId,
      adjustedCount: counts.adjusted,
      doneBeforeCount: counts.doneBefore,
      notEntitledCount: counts.notEntitled,
      openedCallCount: counts.opened,
      endedCallCount: counts.ended,
      refusedCount,
      refused,
      isComplete,
    };
  }
}

/** Adjusts the position of one account, whenever it was opened. */
async function adjustOne(
  services: Services,
  accountId: string,
  order: AdjustmentOrder,
): Promise<AdjustedSymbol | Refusal> {
  const account = await findAccountKey(services, accountId);
  if ("kind" in account) return account;
  const done = await adjustHolding(services, { ...account, symbol: order.symbol }, order);
  if (done.kind === "refused") return done;
  return {
    kind: "done",
    adjustmentId: adjustmentIdOf(order),
    adjustedCount: done.isRepeat ? 0 : 1,
    doneBeforeCount: done.isRepeat ? 1 : 0,
    notEntitledCount: 0,
    openedCallCount: done.call === "opened" ? 1 : 0,
    endedCallCount: done.call === "ended" ? 1 : 0,
    refusedCount: 0,
    refused: [],
    isComplete: true,
  };
}
