import type { ValuedPosition } from "@trading-oms/brokerage";
import type { EpisodeRecord } from "@trading-oms/brokerage/ports";

/** What has become of a position, in the one word that every command has for it. */
export type PositionState = "open" | "call-due" | "called" | "force-close" | "closing";

/**
 * The state of a position: a call is what its owner was told and what is not over, which outlasts the ratio that began
 * it. Where the ratio calls and nobody was told yet, a call is due.
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
