/** Asks a broker whose prices stand still for every claim of the conformance suite. */
import { everyClaim, type Plan, renderOutcome, runClaims, type Wire } from "@trading-oms/conformance";
import type { Broker } from "../broker.ts";
import { createBroker } from "../create-broker.ts";

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
async function planOf(broker: Broker): Promise<Plan> {
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
    refusedTokens: { ofAnotherKey: await (await createBroker()).user("demo") },
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
    card: { front: pixel, back: pixel, idNumber: cardOfPlan.idNumber },
  };
}

const world = {
  monotonicMs: () => performance.now(),
  wait: (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs)),
  makeId: () => crypto.randomUUID(),
};

/** Asks a broker for everything. In Node a card says what was decided: nothing, or all that the claims about it ask for. */
export async function askEveryClaim(
  broker: Broker,
  wire: Wire,
): Promise<{ readonly count: number; readonly failing: string[] }> {
  const plan = await planOf(broker);
  const needsCard = everyClaim.filter(({ needs }) => needs.includes("card"));
  broker.card({});
  const others = everyClaim.filter((claim) => !needsCard.includes(claim));
  const outcomes = await runClaims({ claims: others, plan, wire, ...world });
  broker.card(cardOfPlan);
  outcomes.push(...(await runClaims({ claims: needsCard, plan, wire, ...world })));
  const failing = outcomes.filter(({ verdict }) => verdict !== "held");
  return { count: outcomes.length, failing: failing.map(renderOutcome) };
}
