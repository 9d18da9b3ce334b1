/** Sets or removes the rates of a symbol, a product or a group. */
import { checkRates, type Rates } from "@trading-oms/margin";
import { type Answered, answered, outcomeOf } from "../accounts/settle-change.ts";
import { checkNames } from "../names.ts";
import type { RatesName, RatesRecord } from "../ports/index.ts";
import { rejectUnlisted } from "../reference/unlisted.ts";
import { formatRefusal, type RatesRefusalCode, ratesRefusals, type TextLanguage } from "../refusal-texts.ts";
import type { Refusal, Services } from "../services.ts";
import { type AffectedPositions, countAffected } from "./count-affected.ts";
import { type ReferenceOrigin, settleChain } from "./settle-chain.ts";

/** Rates and their scope. All three rates are set together. */
export type RatesSetting = RatesName & { readonly rates: Rates };

/** Rates to set, or to remove if `rates` is undefined, and who orders it. */
export type RatesOrder = RatesName &
  ReferenceOrigin & {
    readonly rates: Rates | undefined;
    /** The language of the message; English if omitted. A repeat is answered in the language of the first. */
    readonly language?: TextLanguage | undefined;
  };

/** The answer to an order. */
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
  const affected =
    found === undefined ? await countAffected(services, scope, rates) : { positionCount: 0, calledCount: 0 };
  const warnings = rates === undefined || found !== undefined ? [] : checkRates(rates).warnings;
  return settleChain(services, "rates", order, async (_state, atMs) => {
    const [before] = await services.store.readRates([scope]);
    const isMissing = rates === undefined && before === undefined;
    const fault = found ?? (isMissing ? ({ code: "no-rates", why: "" } as const) : undefined);
    const message = fault
      ? formatRefusal(
          ratesRefusals,
          fault.code,
          { ...scope, unlisted: fault.why, faults: fault.why },
          language,
        )
      : describeDone(order, language);
    const answer: RatesAnswer = {
      ...answered(message, fault?.code),
      ...scope,
      warnings,
      ...(isMissing ? { positionCount: 0, calledCount: 0 } : affected),
    };
    const outcome = outcomeOf(idempotency, answer);
    if (fault !== undefined) return { outcome, result: answer };
    return {
      rates:
        rates === undefined
          ? { set: [], removed: [scope] }
          : { set: [{ ...scope, ...rates, changedAtMs: atMs }], removed: [] },
      entry: { kind: "rates", before: { ...scope, ...ratesOf(before) }, after: { ...scope, ...rates } },
      outcome,
      result: answer,
    };
  });
}

type Fault = { readonly code: RatesRefusalCode; readonly why: string };

/** Checks rates to set. What is no longer listed may still be removed. */
async function checkOrder(
  services: Services,
  { level, name, rates }: Pick<RatesOrder, "level" | "name" | "rates">,
): Promise<Fault | undefined> {
  if (rates === undefined) return undefined;
  const unlisted = checkNames({ symbol: name }) ?? (await rejectUnlisted(services, level, name));
  if (unlisted !== undefined) return { code: "not-listed", why: unlisted.message };
  const { faults } = checkRates(rates);
  return faults.length === 0 ? undefined : { code: "rates-not-valid", why: faults.join(" ") };
}

function ratesOf(record: RatesRecord | undefined): Partial<Rates> {
  if (record === undefined) return {};
  const { marginRatio, marginCallRate, forceCloseRate } = record;
  return { marginRatio, marginCallRate, forceCloseRate };
}

function describeDone({ name, rates }: RatesOrder, language: TextLanguage): string {
  const isRemoval = rates === undefined;
  if (language === "vi") return `Đã ${isRemoval ? "xóa" : "đặt"} tỷ lệ của ${name}.`;
  return `The rates of ${name} were ${isRemoval ? "removed" : "set"}.`;
}
