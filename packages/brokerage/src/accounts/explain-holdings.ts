/** Every figure of an account and its positions with its derivation. */
import {
  type ExplainedFigure,
  type ExplainedPositionFigure,
  explainAccount,
  explainPosition,
} from "@trading-oms/margin";
import type { AccountKey } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { showAccount, type ValuedPosition } from "./figures.ts";

/** A position with its mark and the explanation of each of its figures. */
export type ExplainedPosition = {
  readonly valued: ValuedPosition;
  readonly figures: readonly ExplainedPositionFigure[];
};

/** The explanations of the figures of an account and its positions. */
export type ExplainedHoldings = {
  readonly kind: "explained";
  readonly account: readonly ExplainedFigure<bigint>[];
  readonly positions: readonly ExplainedPosition[];
};

/**
 * Explains the figures of an account by the current marks and rates. With a symbol, only that position is explained;
 * the account's own figures still cover all positions.
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
    return refuse("no_such_position", `The account has no position in ${symbol}.`);
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
