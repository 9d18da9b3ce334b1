import {
  callStateOf,
  findAccountKey,
  type Mark,
  type Services,
  type ShownAccount,
  showAccount,
  type ValuedPosition,
} from "@trading-oms/brokerage";
import type { EpisodeRecord } from "@trading-oms/brokerage/ports";
import { unlessRefused } from "./command.ts";
import { renderRatio, renderTable, renderTime } from "./text.ts";

/** Reads an account with its figures by its number alone. */
export async function showAccountOf(services: Services, accountId: string): Promise<ShownAccount> {
  const key = unlessRefused(await findAccountKey(services, accountId));
  return unlessRefused(await showAccount(services, key));
}

/** The state of a position, as all commands that work on the store show it. */
type PositionState = "open" | "call-due" | "called" | "force-close" | "recovered" | "closing" | "expired";

/**
 * The state of a position. While a call is open it is that of the call, by the figures; before its notification a position below the
 * call rate is `call-due`.
 */
export function stateOf(
  { position, figures, isCallable }: Pick<ValuedPosition, "position" | "figures" | "isCallable">,
  episodes: readonly EpisodeRecord[],
): PositionState {
  if (position.isClosing) return "closing";
  if (!isCallable) return "expired";
  const episode = episodes.find(({ symbol, isOpen }) => isOpen && symbol === position.symbol);
  if (episode === undefined) return figures.isCalled ? "call-due" : "open";
  const state = callStateOf(figures);
  return state === "forceClose" ? "force-close" : state;
}

/** Renders the time of the price that marks a position, or which other price marks it. */
export function renderMarkTime({ price, atMs }: Mark): string {
  if (atMs !== undefined) return renderTime(atMs);
  return price === undefined ? "at the average" : "at the reference";
}

/** Renders positions with their figures as a table. */
export function renderPositions(
  positions: readonly ValuedPosition[],
  episodes: readonly EpisodeRecord[],
): string[] {
  return renderTable(positions, {
    SYMBOL: ({ position }) => position.symbol,
    "#QUANTITY": ({ position }) => position.quantity,
    "#ENTRY VND": ({ position }) => position.entryVnd,
    "#MARKET VND": ({ figures }) => figures.marketVnd,
    "#RESULT VND": ({ figures }) => figures.unrealizedVnd,
    "#POSTED VND": ({ position }) => position.postedVnd,
    "#COVERED VND": ({ position }) => position.coveredVnd,
    "#RATIO": ({ figures }) => renderRatio(figures.dealRatio),
    "#CALL": ({ rates }) => renderRatio(rates.marginCallRate),
    "#NEEDED VND": ({ figures }) => figures.neededVnd,
    STATE: (valued) => stateOf(valued, episodes),
    MARKED: ({ mark }) => renderMarkTime(mark),
  });
}
