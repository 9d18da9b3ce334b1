/** What setting a cover would do to an account: the one decision behind the change and its preview. */
import { type CoverDecision, decideCover, isTooLarge } from "@trading-oms/margin";
import {
  isStale,
  isTrading,
  type ValuedAccount,
  type ValuedPosition,
  valueAccount,
} from "../accounts/figures.ts";
import { describeTooLarge, findTooLarge, rejectAbsent } from "../accounts/settle-change.ts";
import type { AccountState, PositionRecord, PricedAccount } from "../ports/index.ts";
import { type CoverRefusalCode, formatCover, type TextLanguage } from "../refusal-texts.ts";
import type { Refusal, Services } from "../services.ts";

/** An account at a time, and the position in it whose cover is decided. */
export type CoverScene = {
  readonly state: AccountState;
  readonly valued: ValuedAccount;
  readonly held: ValuedPosition;
  readonly atMs: number;
};

/** Values an account, and finds the position whose cover is to be decided. */
export async function readScene(
  services: Services,
  state: PricedAccount,
  symbol: string,
  atMs: number,
): Promise<CoverScene | Refusal> {
  const valued = await valueAccount(services, state.account, state.positions, state);
  const held = valued.positions.find(({ position }) => position.symbol === symbol);
  return held === undefined ? rejectAbsent() : { state, valued, held, atMs };
}

/** A decision about a cover, which nothing has carried out yet. */
export type DecidedOrder = {
  readonly decision: CoverDecision;
  readonly code: CoverRefusalCode | undefined;
  readonly message: string;
  /** The position after the change, if it is accepted. */
  readonly position: PositionRecord;
};

/** Decides an order by the rules of margin, and by the size of the figures that it leads to. */
export async function decideOrder(
  services: Services,
  { state, valued, held, atMs }: CoverScene,
  amountVnd: bigint,
  language: TextLanguage = "en",
): Promise<DecidedOrder> {
  const { symbol, coveredVnd } = held.position;
  const decision = decideCover({
    position: held.position,
    rates: held.rates,
    unitVnd: held.mark.unitVnd,
    account: valued.figures,
    isClosing: held.position.isClosing,
    newCoveredVnd: amountVnd,
    isStale: isStale(services, state.versions, held, atMs),
    isTrading: isTrading(services, held, atMs),
    isHalted: held.isHalted,
  });
  const position: PositionRecord = { ...held.position, coveredVnd: amountVnd, changedAtMs: atMs };
  const positions = valued.positions.map((each) => (each === held ? { ...held, position } : each));
  const tooLarge = await checkSize(state.account, valued, { ...valued, positions }, decision);
  const code = tooLarge === undefined ? refusalCodeOf(decision) : "amounts_too_large";
  const message = formatCover(
    code ?? (decision.kind === "accepted" ? "accepted" : "unchanged"),
    {
      symbol,
      amountVnd,
      coveredVnd,
      boundVnd: (decision.kind === "refused" ? decision.boundVnd : undefined) ?? coveredVnd,
      tradingPowerVnd: decision.account.tradingPowerVnd,
      tooLarge: tooLarge ?? "",
    },
    language,
  );
  return { decision, code, message, position };
}

function refusalCodeOf(decision: CoverDecision): CoverRefusalCode | undefined {
  if (decision.kind !== "refused") return undefined;
  return decision.reason === "closing" ? "position_closing" : decision.reason;
}

/** Finds a figure that cannot be exact after the decision, or that the cover could make too large. */
async function checkSize(
  { equityVnd }: AccountState["account"],
  before: ValuedAccount,
  after: ValuedAccount,
  decision: CoverDecision,
): Promise<string | undefined> {
  if (decision.kind === "refused" && decision.reason === "closing") return undefined;
  const { maintenanceMarginVnd, tradingPowerVnd } = decision.account;
  if (isTooLarge(maintenanceMarginVnd))
    return describeTooLarge("maintenance margin", "comes", maintenanceMarginVnd);
  if (isTooLarge(tradingPowerVnd)) return describeTooLarge("trading power", "comes", tradingPowerVnd);
  if (decision.kind !== "accepted") return undefined;
  // A cover does not depend on the rates, so only those in force count.
  return findTooLarge({ ...after, equityVnd }, () => ({ ...before, equityVnd }), "rates in force");
}
