/** What is stored about ex-dates: moved reference prices, the beginning and end of an adjustment, and releases. */
import { type Answered, type AnswerOptions, answered, outcomeOf } from "../accounts/settle-change.ts";
import type { ExDateRecord } from "../ports/index.ts";
import { type HeldBackSymbols, isDecided, isHeldBack, listHeldBack, readDay } from "../quotes/held-back.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type ReferenceOrigin, settleChain } from "../settings/settle-chain.ts";

/** Sets the state of an adjustment of a symbol, with an entry in the audit of the catalog. Refused if it began with other terms. */
export async function noteExDate(
  services: Services,
  record: ExDateRecord,
  origin: ReferenceOrigin,
): Promise<{ readonly kind: "done" } | Refusal> {
  return settleChain<{ readonly kind: "done" }>(services, "catalog", origin, async () => {
    const before = await findExDate(services, record);
    const refusal = checkTerms(before, record);
    if (refusal !== undefined) return refusal;
    const done = { outcome: undefined, result: { kind: "done" } } as const;
    if (before?.state === record.state) return done;
    return { ...done, exDates: [record], entry: entryOf(record, before) };
  });
}

/** Refuses an adjustment under the id of one with other terms. */
export function checkTerms(
  found: ExDateRecord | undefined,
  { symbol, date, adjustmentId, terms }: Omit<ExDateRecord, "state">,
): Refusal | undefined {
  if (found === undefined || found.terms === terms) return undefined;
  return refuseReused({ symbol, date, adjustmentId });
}

/** The refusal of an adjustment under an id that was used for another one. */
export function refuseReused({
  symbol,
  date,
  adjustmentId,
}: Pick<ExDateRecord, "symbol" | "date" | "adjustmentId">): Refusal {
  const message = `The adjustment ${adjustmentId} of ${symbol} on ${date} was another one; give this one an id of its own.`;
  return refuse("idempotency_key_reused", message);
}

export async function findExDate(
  { store }: Pick<Services, "store">,
  { symbol, date, adjustmentId }: Pick<ExDateRecord, "symbol" | "date" | "adjustmentId">,
): Promise<ExDateRecord | undefined> {
  const exDates = await store.listExDates();
  return exDates.find(
    (each) => each.symbol === symbol && each.date === date && each.adjustmentId === adjustmentId,
  );
}

function entryOf({ state, terms, ...record }: ExDateRecord, before: ExDateRecord | undefined) {
  const { symbol, date: exDate, adjustmentId } = record;
  const values = { symbol, exDate, adjustmentId };
  return {
    kind: "exDate",
    before: { ...values, state: before?.state },
    after: { ...values, state, terms },
  } as const;
}

/** Who stores moved reference prices. */
const noter = { actor: { kind: "watch", name: "margin" } } as const;

/**
 * Stores the reference prices that moved, so that calls of their symbols stay held back when the next day begins. Returns what is held
 * back. One process of all that watch calls it.
 */
export async function noteMoved(services: Services): Promise<HeldBackSymbols> {
  const listed = await listHeldBack(services);
  const moved = listed.heldBack.flatMap(({ symbol, movedOn }): ExDateRecord[] =>
    movedOn === undefined ? [] : [{ symbol, date: movedOn, adjustmentId: "", state: "moved", terms: "" }],
  );
  const listNew = async (): Promise<ExDateRecord[]> => {
    const stored = Map.groupBy(await services.store.listExDates(), ({ symbol }) => symbol);
    return moved.filter(({ symbol, date }) => {
      const known = stored.get(symbol) ?? [];
      return !isDecided(known, date) && !known.some((each) => each.date === date && each.state === "moved");
    });
  };
  if ((await listNew()).length === 0) return listed;
  await settleChain<{ readonly kind: "done" }>(services, "catalog", noter, async () => {
    const exDates = await listNew();
    const entry = exDates.map((each) => entryOf(each, undefined));
    return { exDates, entry, outcome: undefined, result: { kind: "done" } };
  });
  return listed;
}

/** A release of the calls of a symbol that are held back, and who orders it. */
export type ReleaseOrder = ReferenceOrigin & AnswerOptions & { readonly symbol: string };

type ReleaseAnswer = Answered<"not_held_back"> & { readonly symbol: string };

/**
 * Releases the calls of a symbol: for the newest day, and from an adjustment that was begun and is given up. Its positions are
 * evaluated as they are at the next price that may decide.
 */
export async function releaseCalls(
  services: Services,
  order: ReleaseOrder,
): Promise<ReleaseAnswer | Refusal> {
  const { symbol, idempotency, language } = order;
  const isVietnamese = language === "vi";
  return settleChain<ReleaseAnswer>(services, "catalog", order, async () => {
    if (!(await isHeldBack(services, symbol))) {
      const message = isVietnamese
        ? `Không có lệnh gọi ký quỹ nào của ${symbol} đang bị giữ lại.`
        : `No calls of ${symbol} are held back.`;
      const answer: ReleaseAnswer = { ...answered(message, "not_held_back"), symbol };
      return { outcome: outcomeOf(idempotency, answer), result: answer };
    }
    const known = (await services.store.listExDates()).filter((each) => each.symbol === symbol);
    const open = known.filter(({ state }) => state === "adjusting" || state === "moved");
    const day = await readDay(services, symbol);
    const newest = day && { symbol, date: day.date, adjustmentId: "", state: "released", terms: "" };
    const isStored = known.some(({ date, adjustmentId }) => date === day?.date && adjustmentId === "");
    const before = [...open, ...(newest === undefined || isStored ? [] : [newest])];
    const exDates = before.map((each): ExDateRecord => ({ ...each, state: "released" }));
    const answer: ReleaseAnswer = {
      ...answered(
        isVietnamese
          ? `Lệnh gọi ký quỹ của ${symbol} không còn bị giữ lại.`
          : `Calls of ${symbol} are not held back any more.`,
      ),
      symbol,
    };
    return {
      exDates,
      entry: exDates.map((each, index) => entryOf(each, open[index])),
      outcome: outcomeOf(idempotency, answer),
      result: answer,
    };
  });
}
