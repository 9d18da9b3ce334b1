import {
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

/** Shows an account by its number alone. */
export async function showAccountOf(services: Services, accountId: string): Promise<ShownAccount> {
  const key = unlessRefused(await findAccountKey(services, accountId));
  return unlessRefused(await showAccount(services, key));
}

/** What has become of a position, in the one word that every command has for it. */
type PositionState = "open" | "call-due" | "called" | "force-close" | "closing";

/**
 * The state of a position: a call is what its owner was told and what is not over, which outlasts the ratio that began
 * it. Where the ratio calls and no call was sent yet, a call is due.
 */
export function stateOf(
  { position, figures }: Pick<ValuedPosition, "position" | "figures">,
  episodes: readonly EpisodeRecord[],
): PositionState {
  if (position.isClosing) return "closing";
  const episode = episodes.find(({ symbol, isOpen }) => isOpen && symbol === position.symbol);
  if (episode !== undefined) return episode.isForceCloseTold ? "force-close" : "called";
  return figures.isCalled ? "call-due" : "open";
}

/** Writes of when the price is that marks a position, or what stands in for a price that has a time. */
export function renderMarkTime({ price, atMs }: Mark): string {
  if (atMs !== undefined) return renderTime(atMs);
  return price === undefined ? "at the average" : "at the reference";
}

/** Writes positions with their figures for people. */
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
