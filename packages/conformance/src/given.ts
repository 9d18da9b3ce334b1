import type { CalledPosition, Plan, PlannedRatio, PlannedSearch } from "./plan.ts";

/** What claims are handed, by the name of the need. */
export type Given = {
  readonly user: { readonly token: string };
  readonly otherUser: { readonly token: string };
  readonly notifications: { readonly countMin: number };
  readonly position: { readonly accountId: string; readonly symbol: string; readonly raised: number };
  readonly otherPosition: { readonly accountId: string; readonly symbol: string };
  readonly called: CalledPosition;
  readonly refusedTokens: Readonly<Record<string, string>>;
  readonly symbol: string;
  readonly alias: string;
  readonly product: string;
  readonly group: string;
  readonly ratios: readonly PlannedRatio[];
  readonly searches: readonly PlannedSearch[];
  readonly card: { readonly front: string; readonly back?: string; readonly idNumber?: string };
  readonly origin: string;
  readonly movedCash: true;
  /** That our own ways are asked for as well, which the document leaves open. */
  readonly house: true;
  /** Makes an Idempotency-Key that nobody has used. */
  readonly makeKey: () => string;
  /** Lets time pass, for what a deployment may take a moment to follow. */
  readonly pause: (durationMs: number) => Promise<void>;
};

/** What a deployment has to offer for a claim to be asked. */
export type Need = keyof Given;

/** How each need is met, for a person who wants a claim to be asked. */
export const needWords: Readonly<Record<Need, string>> = {
  user: "--token, or user.token of the plan",
  otherUser: "otherUser.token of the plan",
  notifications: "user.notificationCount of the plan, 3 at least",
  position: "--account and --symbol, or user.position of the plan",
  otherPosition: "otherUser.position of the plan",
  called: "user.called of the plan",
  refusedTokens: "refusedTokens of the plan",
  symbol: "--symbol, or symbol of the plan: a listed symbol with a company name",
  alias: "alias of the plan",
  product: "product of the plan",
  group: "group of the plan",
  ratios: "ratios of the plan",
  searches: "searches of the plan",
  card: "card of the plan",
  origin: "origin of the plan",
  movedCash: "user.movedCash of the plan",
  house: "--house",
  makeKey: "nothing",
  pause: "nothing",
};

/** What claims are handed of the world, whatever the plan. */
export type GivenByWorld = Partial<Pick<Given, "makeKey" | "pause">>;

/** Takes from a plan what claims may need. */
export function givenBy(plan: Plan, { makeKey, pause }: GivenByWorld = {}): Partial<Given> {
  const { user, otherUser, ...others } = plan;
  const { refusedTokens, symbol, alias, product, group, ratios, searches, card, origin, house } = others;
  const count = user?.notificationCount ?? 0;
  const all: { readonly [Name in Need]: Given[Name] | undefined } = {
    user: user && { token: user.token },
    otherUser: otherUser && { token: otherUser.token },
    notifications: count >= 3 ? { countMin: count } : undefined,
    position: user?.position,
    otherPosition: otherUser?.position,
    called: user?.called,
    refusedTokens,
    symbol,
    alias,
    product,
    group,
    ratios,
    searches,
    card,
    origin,
    movedCash: user?.movedCash || undefined,
    house: house || undefined,
    makeKey,
    pause,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
