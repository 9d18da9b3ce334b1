import { type Claim, claimsOf, headLikeGet } from "../../../claim.ts";
import { expectFullMinutes, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";

const claim = claimsOf("companion.listPrices");

/** The claims of prices by minute. A deployment without the operation answers 501, which is accepted. */
export const claims: readonly Claim[] = [
  claim("prices.minutes-in-order", {
    title: "At most 300 minutes come, each once and the oldest first, and each begins at a full minute.",
    body: { symbol: "{symbol}", contract: null },
    check: ({ prices }, answer) => {
      const times = expectFullMinutes(answer, rowsOf(prices));
      expectThat(answer, times.length <= 300, "at most 300 minutes");
    },
  }),
  claim("prices.within-high-and-low", {
    title:
      "The first and the last price of a minute are between its lowest and its highest, and something was traded.",
    check: ({ prices }, answer) => {
      for (const minute of rowsOf(prices)) {
        const figures = ["open", "high", "low", "close", "volume"].map((name) => Number(minute[name]));
        const [open, high, low, close, volume] = figures as [number, number, number, number, number];
        const isBetween = low > 0 && low <= Math.min(open, close) && Math.max(open, close) <= high;
        expectThat(answer, isBetween && volume > 0, "low ≤ open, close ≤ high, and a volume above 0");
      }
    },
  }),
  claim("prices.alias-has-its-contract", {
    title: "An alias is answered with the prices of a contract, which the answer names.",
    needs: ["alias"],
    prove: async (ask, { alias }) => {
      const answer = await ask("GET", addressOf(alias));
      if (answer.status === 501) return;
      const { symbol, contract } = expectOk(answer);
      expectSame(answer, "symbol", symbol, alias);
      expectThat(answer, typeof contract === "string" && contract !== alias, "`contract` with its symbol");
      const ofContract = await ask("GET", addressOf(String(contract)));
      expectSame(ofContract, "contract", expectOk(ofContract)["contract"], null);
    },
  }),
  claim("prices.unlisted-is-404", {
    title: "A symbol that is not listed is a 404.",
    at: { symbol: "ZZQQXX" },
    notFound: true,
  }),
  claim("prices.needs-no-token", { title: "A token is not looked at.", token: "nonsense" }),
  claim("prices.head-matches-get", headLikeGet),
];

function addressOf(symbol: string): string {
  return `/companion/v0/symbols/${encodeURIComponent(symbol)}/prices`;
}
