/** Asks a broker whose prices stand still for every claim of the conformance suite. */
import {
  everyClaim,
  type Outcome,
  type Plan,
  renderOutcome,
  runClaims,
  type Wire,
} from "@trading-oms/conformance";
import type { Broker, BrokerOptions } from "../broker.ts";
import { cannotSend } from "./fetch-wire.ts";

/** What the card of the plan says. */
const cardOfPlan = {
  idNumber: "001204000017",
  fullName: "TRẦN MINH KHÔI",
  dateOfBirth: "17/03/2004",
  sex: "Nam",
  placeOfResidence: "Trâu Quỳ, Gia Lâm, Hà Nội",
  dateOfIssue: "22/08/2022",
} as const;

/** An image of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The demonstration as a plan. */
async function planOf(broker: Broker, other: Broker, card: Plan["card"] & {}): Promise<Plan> {
  const [user, otherUser, viewer, operator] = await Promise.all([
    broker.user("demo"),
    broker.user("demo-2"),
    broker.user("desk-1", "viewer"),
    broker.user("desk-2", "operator"),
  ]);
  const account = await broker.fetch("/companion/v0/accounts/888C000027", {
    headers: { authorization: `Bearer ${otherUser}` },
  });
  const future: string = (await account.json()).positions[0].symbol;
  return {
    user: {
      token: user,
      // 65 movements of cash, and a margin call.
      notificationCount: 66,
      movedCash: true,
      position: { accountId: "888C000018", symbol: "VCB", raised: 1_000_000 },
      called: {
        accountId: "888C000017",
        symbol: "FPT",
        needed: 2_000_000,
        figures: { maintenanceMargin: 42_000_000, tradingPower: 18_000_000 },
      },
    },
    otherUser: { token: otherUser, position: { accountId: "888C000027", symbol: future, raised: 1 } },
    viewer: { token: viewer },
    operator: { token: operator },
    refusedTokens: { ofAnotherKey: await other.user("demo") },
    symbol: "FPT",
    alias: "VN30F1M",
    product: "VN30F",
    group: "STO",
    origin: "http://localhost:5173",
    house: true,
    ratios: [
      { symbol: "FPT", marginRatio: 0.5, marginCallRate: 0.4, forceCloseRate: 0.3, productGroup: "STO" },
      { symbol: future, marginRatio: 0.05, marginCallRate: 0.03, forceCloseRate: 0.02, productGroup: "DVX" },
    ],
    searches: [{ term: "fpt", symbols: ["FPT"] }],
    card,
  };
}

const world = {
  monotonicMs: () => performance.now(),
  wait: (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs)),
  makeId: () => crypto.randomUUID(),
};

/** What became of the claims. */
export type Asked = {
  readonly heldCount: number;
  readonly failing: readonly string[];
  /** The claims with a request that the wire cannot send, and what of it. */
  readonly leftOut: readonly string[];
};

/**
 * Asks a broker for everything. A photograph is read; without one, a card says what was decided: nothing, or all that the
 * claims about it ask for.
 */
export async function askEveryClaim<Opened extends Broker>(
  open: (options: BrokerOptions) => Promise<Opened>,
  wireOf: (broker: Opened) => Wire,
  photograph?: Plan["card"],
): Promise<Asked> {
  const [broker, other] = await Promise.all([open({ speed: 0 }), open({ speed: 0 })]);
  const decided = { front: pixel, back: pixel, idNumber: cardOfPlan.idNumber };
  const plan = await planOf(broker, other, photograph ?? decided);
  const needsCard = everyClaim.filter(({ needs }) => needs.includes("card"));
  const wire = wireOf(broker);
  if (photograph === undefined) broker.card({});
  const others = everyClaim.filter((claim) => !needsCard.includes(claim));
  const outcomes = await runClaims({ claims: others, plan, wire, ...world });
  if (photograph === undefined) broker.card(cardOfPlan);
  outcomes.push(...(await runClaims({ claims: needsCard, plan, wire, ...world })));
  await Promise.all([broker.close(), other.close()]);
  const isLeftOut = (outcome: Outcome): boolean =>
    outcome.verdict === "broken" && outcome.broken.came.startsWith(`"${cannotSend}`);
  const failing = outcomes.filter((each) => each.verdict !== "held" && !isLeftOut(each));
  return {
    heldCount: outcomes.filter(({ verdict }) => verdict === "held").length,
    failing: failing.map(renderOutcome),
    leftOut: outcomes.flatMap((each) =>
      each.verdict === "broken" && isLeftOut(each)
        ? `${each.claim.id}: ${each.broken.came.slice(1, -1)}`
        : [],
    ),
  };
}
