import type { EpisodeOccasion } from "@trading-oms/margin";
import { judgeEpisode } from "../judge-episode.ts";
import type { AccountKey, AccountState } from "../ports/index.ts";
import type { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { settleChange } from "../settle-change.ts";
import { type ValuedPosition, valueAccount } from "../value-account.ts";
import { mayDecide } from "./may-decide.ts";

/** Which position is judged, and why. */
export type HoldingQuestion = AccountKey & {
  readonly symbol: string;
  /** Whether something but a price of a feed has changed, so that it is judged at any hour on the mark as it stands. */
  readonly isChange: boolean;
};

/** The account as it stands after it was judged, and how many things its owner was told. */
export type JudgedHolding = {
  readonly kind: "done";
  readonly state: AccountState;
  readonly toldCount: number;
};

/** Judges the episode of a position by its mark as it is now, and tells its owner what follows from it. */
export async function judgeHolding(
  services: Services,
  { symbol, isChange, ...key }: HoldingQuestion,
): Promise<JudgedHolding | Refusal> {
  const settled = await settleChange(services, key, async (state, atMs) => {
    const valued = await valueAccount(services, state.account, state.positions);
    const held = valued.positions.find(({ position }) => position.symbol === symbol);
    const occasion = isChange ? "change" : occasionOf(services, held, atMs);
    const judged = judgeEpisode({ state, symbol, held, account: valued.figures, occasion, atMs, services });
    // A judgement that changes nothing is not kept, and neither is its price: there are many a second.
    const isNews = judged.episodes.length + judged.notifications.length > 0;
    const news = { ...judged, positions: isNews && held !== undefined ? [held.position] : [] };
    return {
      ...news,
      result: { state: isNews ? after(state, news) : state, toldCount: judged.notifications.length },
    };
  });
  if (settled.kind === "key-used") throw new Error("A judgement without a key can't find it used.");
  return settled.kind === "refused" ? settled : { kind: "done", ...settled.result };
}

function occasionOf(services: Services, held: ValuedPosition | undefined, atMs: number): EpisodeOccasion {
  const { instrument, mark } = held ?? {};
  if (instrument === undefined || mark?.isByHand === true) return "change";
  if (mark?.atMs === undefined || mark.price === undefined || services.marks === undefined) return "clock";
  const { symbol, exchange } = instrument;
  const question = {
    mark: { symbol, price: mark.price, atMs: mark.atMs, isByHand: false },
    exchange,
    atMs,
    holidays: services.holidays?.() ?? new Set<string>(),
  };
  return mayDecide(services.marks, question) ? "price" : "clock";
}

function after(
  state: AccountState,
  { positions, episodes }: Pick<AccountState, "positions" | "episodes">,
): AccountState {
  return {
    ...state,
    account: { ...state.account, version: state.account.version + 1 },
    positions: replaced(state.positions, positions),
    episodes: replaced(state.episodes, episodes),
  };
}

function replaced<Of extends { readonly symbol: string }>(all: readonly Of[], news: readonly Of[]): Of[] {
  return [...all.filter(({ symbol }) => news.every((each) => each.symbol !== symbol)), ...news];
}
