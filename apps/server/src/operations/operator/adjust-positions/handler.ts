import { type AdjustedSymbol, adjustSymbol, type Refusal as UseCaseRefusal } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Operation, privateHeaders, renderStatus, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { readOrder, showChange } from "../change.ts";

/** Adjusts all positions in a symbol, or that of one account, by the corporate actions of an ex-date. */
export function adjustPositions(services: ChangeServices): Operation<typeof routes.adjustPositions> {
  return async (c) => {
    const { symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { date, id, accountId, factor, dividendAmount, rights, dryRun, reason } = body;
    const { actor } = await readOrder(services, c, { symbol }, body);
    const order = { symbol, date, id, accountId, isDryRun: dryRun, actor, reason };
    const adjustment = {
      dividendVnd: dividendAmount === undefined ? undefined : BigInt(dividendAmount),
      factor: factor && {
        numerator: BigInt(factor.numerator),
        denominator: BigInt(factor.denominator),
      },
      rights: rights && { quantity: BigInt(rights.quantity), paidVnd: BigInt(rights.paidAmount) },
    };
    const answer = await adjustSymbol(services, { ...order, adjustment });
    const refusal = asAnswer(answer);
    const done: AdjustedSymbol =
      refusal === undefined ? unlessRefused(answer, symbol) : { ...nothingDone, adjustmentId: id ?? "" };
    await showChange(services, c);
    const { kind: _, adjustmentId, refused, ...counts } = done;
    const message = refusal?.message ?? describe(symbol, done);
    return c.json(
      {
        ...renderStatus(refusal?.code),
        message,
        symbol,
        date,
        id: adjustmentId,
        ...counts,
        refusals: [...refused],
      },
      200,
      privateHeaders,
    );
  };
}

/** A refusal by a rule, which is an answer. */
function asAnswer(answer: AdjustedSymbol | UseCaseRefusal): UseCaseRefusal | undefined {
  if (answer.kind !== "refused") return undefined;
  const rules = ["adjustment_not_valid", "date_not_valid", "reference_unknown", "amounts_too_large"];
  return rules.includes(answer.code) ? answer : undefined;
}

const nothingDone = {
  kind: "done",
  adjustedCount: 0,
  doneBeforeCount: 0,
  notEntitledCount: 0,
  openedCallCount: 0,
  endedCallCount: 0,
  refusedCount: 0,
  refused: [],
  isComplete: false,
} as const;

function describe(symbol: string, { adjustedCount, refusedCount, isComplete }: AdjustedSymbol): string {
  const count = formatCount(adjustedCount);
  const positions = adjustedCount === 1 ? "1 position" : `${count} positions`;
  const verb = adjustedCount === 1 ? "was" : "were";
  const rest = isComplete
    ? ""
    : ` ${formatCount(refusedCount)} ${refusedCount === 1 ? "was" : "were"} refused: correct these and send the request again, or release the symbol.`;
  return `${positions} in ${symbol} ${verb} adjusted.${rest}`;
}

function formatCount(count: number): string {
  return new Intl.NumberFormat("en").format(count);
}
