import type { Store } from "@trading-oms/brokerage/ports";
import {
  makeAudit,
  makeChange,
  makeDraft,
  makeEpisode,
  makeExDate,
  makeJudged,
  makePosition,
  openAccount,
} from "./make-change.ts";
import { makeMark, savingClock } from "./make-mark.ts";
import { makeQuote } from "./make-quote.ts";
import { importSymbols, setGroupRates, setHolidays } from "./make-services.ts";

/** Fills a store with rows in every table, of two users, including the largest amounts. */
export async function fillStore(store: Store): Promise<void> {
  await importSymbols(store, ["FPT", "VNM"]);
  await setGroupRates(store, 500_000n, { isLendingEnded: true });
  await store.setMarks(
    [makeMark("FPT", 9_007_199_254_740_991n, 1_000), makeMark("VNM", 61_300_000n, 2_000, { isByHand: true })],
    savingClock,
  );
  await store.saveQuotes(
    [makeQuote("FPT", 1_000), makeQuote("Cổ", 9_007_199_254_740_991, { seq: 7 })],
    savingClock,
  );
  await setHolidays(store, ["2025-09-02", "2025-09-01"]);
  for (const [user, account, equityVnd] of [
    ["u-1", "A-1", 9_007_199_254_740_991n],
    ["ü-2", "B-1", -9_007_199_254_740_991n],
  ] as const) {
    await openAccount(store, user, account);
    const change = makeChange(user, account, {
      expectedVersion: 1,
      equityVnd,
      positions: [
        makePosition("FPT", { decisionPrice: makeJudged(80_000_000n) }),
        makePosition("VNM", { quantity: -300n, isClosing: true }),
      ],
      episodes: [makeEpisode("FPT"), makeEpisode("Cổ", { number: 7n, isOpen: false, reminder: 3n })],
      audits: [makeAudit("a"), makeAudit("b")],
      exDates: [makeExDate("FPT"), makeExDate("VNM", { adjustmentId: "", state: "moved", terms: "" })],
      movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n },
      outcome: { idempotencyKey: "k-1", fingerprint: "f-1", answer: '{"text":"Cổ phiếu"}' },
      notifications: [makeDraft("Deposit/m-1"), makeDraft("MarginCall/1")],
    });
    const outcome = await store.commit(change);
    if (outcome !== "committed") throw new Error(outcome);
  }
}
