import { type Instrument, isOnStep, type Price, unitVndOf } from "@trading-oms/market";
import { findInstrument } from "./find-instrument.ts";
import { judgeAmounts } from "./judge-amounts.ts";
import { judgeEpisode } from "./judge-episode.ts";
import { judgeNames } from "./judge-names.ts";
import type { AccountKey, AccountState, PositionRecord } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";
import { type Decision, settleChange } from "./settle-change.ts";
import { valueAccount } from "./value-account.ts";

/** Whose position, and in what. */
export type PositionKey = AccountKey & { readonly symbol: string };

/** The position after the change; undefined where it is closed. */
export type ChangedPosition = {
  readonly kind: "done";
  readonly position: PositionRecord | undefined;
  readonly realizedVnd: bigint;
};

/** What a decision about a position comes to. */
export type PositionOutcome = Omit<ChangedPosition, "kind">;

/** Decides on a position of a listed instrument, and makes the change. */
export async function changePosition(
  services: Services,
  key: PositionKey,
  decide: (
    instrument: Instrument,
    state: AccountState,
    atMs: number,
  ) => Promise<Decision<PositionOutcome> | Refusal>,
): Promise<ChangedPosition | Refusal> {
  const refusal = judgeNames(key);
  if (refusal !== undefined) return refusal;
  const instrument = await findInstrument(services, key.symbol);
  if (instrument === undefined) {
    return refuse(
      "no-such-instrument",
      `${key.symbol} is not listed; import it, or name the contract and not an alias.`,
    );
  }
  const settled = await settleChange(services, key, async (state, atMs) => {
    const decision = await decide(instrument, state, atMs);
    return "kind" in decision
      ? decision
      : withEpisode(services, state, decision, { symbol: key.symbol, atMs });
  });
  if (settled.kind === "refused") return settled;
  if (settled.kind === "key-used") throw new Error("A change without a key can't find it used.");
  return { kind: "done", ...settled.result };
}

/**
 * Adds to a decision what it does to the episode of the symbol: a change of position is judged at once, at any hour, on
 * the mark as it stands.
 */
async function withEpisode(
  services: Services,
  state: AccountState,
  decision: Decision<PositionOutcome>,
  { symbol, atMs }: { readonly symbol: string; readonly atMs: number },
): Promise<Decision<PositionOutcome> | Refusal> {
  const { position } = decision.result;
  const others = state.positions.filter((each) => each.symbol !== symbol);
  const positions = position === undefined ? others : [...others, position];
  const equityVnd = decision.equityVnd ?? state.account.equityVnd;
  const valued = await valueAccount(services, { equityVnd }, positions);
  const tooLarge = await judgeAmounts({ equityVnd, ...valued }, async () => ({
    ...state.account,
    ...(await valueAccount(services, state.account, state.positions)),
  }));
  if (tooLarge !== undefined) return tooLarge;
  const held = valued.positions.find((each) => each.position.symbol === symbol);
  const judged = judgeEpisode({
    state,
    symbol,
    held,
    account: valued.figures,
    occasion: "change",
    atMs,
    services,
  });
  const kept = held && {
    positions: [held.position],
    result: { ...decision.result, position: held.position },
  };
  return { ...decision, ...kept, ...judged };
}

/** What one unit is worth at a price, which has to be one that could be traded at. */
export function readUnit(instrument: Instrument, price: Price): bigint | Refusal {
  if (price <= 0n) return refuse("price-not-valid", "A price is above 0.");
  if (!isOnStep(instrument, price)) {
    return refuse("price-not-valid", `The price is not on a step of ${instrument.symbol}.`);
  }
  return unitVndOf(instrument, price);
}

/** Refuses because there is no such position. */
export function refuseAbsent({ symbol }: PositionKey): Refusal {
  return refuse("no-such-position", `The account has no position in ${symbol}.`);
}
