import type { Plan, PlannedUser } from "./plan.ts";

/** The inputs of claims, by the name of the need. Most are members of the {@link Plan}. */
export type ClaimInputs = Required<Omit<Plan, "user" | "otherUser" | "house">> &
  Required<Pick<PlannedUser, "position" | "called">> & {
    readonly user: { readonly token: string };
    readonly otherUser: { readonly token: string };
    readonly notifications: { readonly countMin: number };
    readonly otherPosition: { readonly accountId: string; readonly symbol: string };
    readonly movedCash: true;
    /** Whether to check behaviour of our own server that the document leaves open. */
    readonly house: true;
    /** Makes a unique Idempotency-Key. */
    readonly makeKey: () => string;
    /** Waits, for changes that a deployment may show with a delay. */
    readonly pause: (durationMs: number) => Promise<void>;
  };

/** An input that a claim requires. */
export type Need = keyof ClaimInputs;

/** How to provide each need, as text for people. `nothing` means that every run provides it. */
export const needDescriptions: Readonly<Record<Need, string>> = {
  user: "--token, or user.token of the plan",
  otherUser: "otherUser.token of the plan",
  viewer: "--viewer-token, or viewer.token of the plan",
  operator: "--operator-token, or operator.token of the plan",
  notifications: "user.notificationCount of the plan, at least 3",
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

/** The inputs that do not come from a plan. */
export type RuntimeInputs = Partial<Pick<ClaimInputs, "makeKey" | "pause">>;

/** Collects the inputs that a plan provides. */
export function claimInputsOf(plan: Plan, runtime: RuntimeInputs = {}): Partial<ClaimInputs> {
  const { user, otherUser, house } = plan;
  const count = user?.notificationCount ?? 0;
  const all: { readonly [Name in Need]?: ClaimInputs[Name] | undefined } = {
    ...plan,
    ...runtime,
    user: user && { token: user.token },
    otherUser: otherUser && { token: otherUser.token },
    notifications: count >= 3 ? { countMin: count } : undefined,
    position: user?.position,
    otherPosition: otherUser?.position,
    called: user?.called,
    movedCash: user?.movedCash || undefined,
    house: house || undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
