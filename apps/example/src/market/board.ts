/** What a price is on the board: its colour and its change. */
import type { LiveInfo } from "@trading-oms/types/companion";

/** The colours of every Vietnamese board: violet, cyan, yellow, green and red; none where nothing was traded. */
export type BoardColour = "ceiling" | "floor" | "reference" | "above" | "below" | "none";

type Limits = Pick<LiveInfo, "nomiPrc" | "ceilPrc" | "floorPrc">;

export function boardColour(price: number | undefined, { nomiPrc, ceilPrc, floorPrc }: Limits): BoardColour {
  if (price === undefined || nomiPrc === undefined) return "none";
  if (ceilPrc !== undefined && price >= ceilPrc) return "ceiling";
  if (floorPrc !== undefined && price <= floorPrc) return "floor";
  if (price === nomiPrc) return "reference";
  return price > nomiPrc ? "above" : "below";
}

type Change = { readonly change: number; readonly fraction: number };

/** How far a price is from the reference price, also as a fraction of it. */
export function changeOf(price: number | undefined, reference: number | undefined): Change | undefined {
  if (price === undefined || !reference) return undefined;
  // Index points have decimals, which a difference of floats would spoil.
  const change = Math.round((price - reference) * 1_000) / 1_000;
  return { change, fraction: change / reference };
}
