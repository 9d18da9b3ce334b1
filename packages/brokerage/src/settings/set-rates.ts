/** Sets or removes the rates of a symbol, a product or a group. */
import { checkRates, type Rates } from "@trading-oms/margin";
import type { RatesValues } from "../accounts/audit.ts";
import { type Answered, type AnswerOptions, answered, outcomeOf } from "../accounts/settle-change.ts";
import { checkNames } from "../names.ts";
import type { RatesName, RatesRecord } from "../ports/index.ts";
import { findInstrument } from "../reference/catalog.ts";
import { type RatesSetting, ratesOf } from "../reference/rates.ts";
import { rejectUnlisted } from "../reference/unlisted.ts";
import { formatRefusal, type RatesRefusalCode, ratesRefusals, type TextLanguage } from "../refusal-texts.ts";
import type { Refusal, Services } from "../services.ts";
import { type AffectedPositions, countAffected, noneAffected } from "./count-affected.ts";
import { type ReferenceOrigin, settleChain } from "./settle-chain.ts";
import { listWarnings } from "./warn-of-rates.ts";

/** Rates to set, or to remove if `rates` is undefined, and who orders it. */
export type RatesOrder = RatesName &
  Pick<RatesSetting, "isLendingEnded"> &
  ReferenceOrigin &
  AnswerOptions & {
    readonly rates: Rates | undefined;
    /** Whether a change that ends open calls is meant. */
    readonly isConfirmed?: boolean | undefined;
  };

export type RatesAnswer = Answered<RatesRefusalCode> &
  RatesName &
  AffectedPositions & {
    /** Settings that are allowed but unusual. */
    readonly warnings: readonly string[];
  };

/** Sets or removes rates. A refusal by a rule is an answer like any other and is stored like one. */
export async function setRates(services: Services, order: RatesOrder): Promise<RatesAnswer | Refusal> {
  const { level, name, rates, language = "en", idempotency } = order;
  const scope = { level, name };
  const found = await checkOrder(services, order);
  const counted = found === undefined ? await countAffected(services, [{ ...scope, rates }]) : noneAffected;
  const instrument = level === "symbol" ? await findInstrument(services, name) : undefined;
  return settleChain(services, "rates", order, async (_state, atMs) => {
    const [before] = await services.store.readRates([scope]);
    const isMissing = rates === undefined && before === undefined;
    const fault = found ?? (isMissing ? missing : checkEnded(order, counted));
    const affected = isMissing ? noneAffected : counted;
    const message = fault
      ? formatRefusal(
          ratesRefusals,
          fault.code,
          { ...scope, ...affected, unlisted: fault.why, faults: fault.why },
          language,
        )
      : describeDone(order, language);
    const isLendingEnded = order.isLendingEnded ?? before?.isLendingEnded;
    const after = rates && { ...scope, ...rates, ...(isLendingEnded && { isLendingEnded }) };
    const answer: RatesAnswer = {
      ...answered(message, fault?.code),
      ...scope,
      warnings:
        after && !found ? listWarnings({ ...scope, rates: after, isLendingEnded }, instrument, language) : [],
      ...affected,
    };
    const outcome = outcomeOf(idempotency, answer);
    if (fault !== undefined) return { outcome, result: answer };
    return {
      rates: after ? { set: [{ ...after, changedAtMs: atMs }], removed: [] } : { set: [], removed: [scope] },
      entry: { kind: "rates", before: { ...scope, ...valuesOf(before) }, after: after ?? scope },
      outcome,
      result: answer,
    };
  });
}

type Fault = { readonly code: RatesRefusalCode; readonly why: string };

const missing: Fault = { code: "no_rates", why: "" };

/** A change that ends open calls has to be meant. */
export function checkEnded(
  { isConfirmed }: Pick<RatesOrder, "isConfirmed">,
  { endedCount }: AffectedPositions,
): Fault | undefined {
  return endedCount > 0 && isConfirmed !== true ? { code: "calls_end", why: "" } : undefined;
}

/** Checks rates to set. What is no longer listed may still be removed. */
async function checkOrder(
  services: Services,
  { level, name, rates }: Pick<RatesOrder, "level" | "name" | "rates">,
): Promise<Fault | undefined> {
  if (rates === undefined) return undefined;
  const unlisted = checkNames({ symbol: name }) ?? (await rejectUnlisted(services, level, name));
  if (unlisted !== undefined) return { code: "not_listed", why: unlisted.message };
  const { faults } = checkRates(rates);
  return faults.length === 0 ? undefined : { code: "rates_not_valid", why: faults.join(" ") };
}

function valuesOf(record: RatesRecord | undefined): RatesValues {
  if (record === undefined) return {};
  const { isLendingEnded } = record;
  return { ...ratesOf(record), ...(isLendingEnded && { isLendingEnded }) };
}

function describeDone({ name, rates }: RatesOrder, language: TextLanguage): string {
  const isRemoval = rates === undefined;
  if (language === "vi") return `Đã ${isRemoval ? "xóa" : "đặt"} tỷ lệ của ${name}.`;
  return `The rates of ${name} were ${isRemoval ? "removed" : "set"}.`;
}
