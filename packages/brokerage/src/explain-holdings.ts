import { type ExplainedFigure, explainAccount, explainPosition } from "@trading-oms/margin";
import type { AccountKey } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";
import { showAccount } from "./show-account.ts";
import type { ValuedPosition } from "./value-account.ts";

/** A position with what it is marked at, and how each of its figures comes about. */
export type ExplainedPosition = {
  readonly valued: ValuedPosition;
  readonly figures: readonly ExplainedFigure[];
};

/** How each figure of an account comes about, and of its positions. */
export type ExplainedHoldings = {
  readonly kind: "explained";
  readonly account: readonly ExplainedFigure<bigint>[];
  readonly positions: readonly ExplainedPosition[];
};

/**
 * Explains the figures of an account by the marks and rates of now. Where a symbol is given, the positions are that one
 * alone; the account's own figures rest on all of them in any case.
 */
export async function explainHoldings(
  services: Services,
  key: AccountKey,
  symbol?: string | undefined,
): Promise<ExplainedHoldings | Refusal> {
  const shown = await showAccount(services, key);
  if (shown.kind === "refused") return shown;
  const { positions } = shown.valued;
  const asked =
    symbol === undefined ? positions : positions.filter(({ position }) => position.symbol === symbol);
  if (symbol !== undefined && asked.length === 0) {
    return refuse("no-such-position", `The account has no position in ${symbol}.`);
  }
  return {
    kind: "explained",
    account: explainAccount(shown.account.equityVnd, positions),
    positions: asked.map((valued) => ({
      valued,
      figures: explainPosition(valued.position, valued.rates, valued.mark.unitVnd),
    })),
  };
}
