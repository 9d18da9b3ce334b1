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

/** Reads an account with its figures by its number alone. */
export async function showAccountOf(services: Services, accountId: string): Promise<ShownAccount> {
  const key = unlessRefused(await findAccountKey(services, accountId));
  return unlessRefused(await showAccount(services, key));
}

/** The state of a position, as all commands show it. */
type PositionState = "open" | "call-due" | "called" | "force-close" | "closing";

/**
 * The state of a position. It is `called` from the notification until the call ends, even if the ratio recovers first,
 * and `call-due` if the ratio is below the call rate and no notification was sent yet.
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
