import type { Answer } from "../../../ask.ts";
import { type Fields, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import {
  expectAscending,
  expectBody,
  expectLikeGet,
  expectNotFound,
  expectOk,
  expectSame,
  expectStatus,
  expectThat,
} from "../../../expect.ts";

const claim = claimsOf("companion.listPrices");

/** The claims of prices by minute. A deployment without the operation answers 501, which is accepted. */
export const claims: readonly Claim[] = [
  claim({
    id: "prices.minutes-in-order",
    title: "At most 300 minutes come, each once and the oldest first, and each begins at a full minute.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const answer = await ask("GET", addressOf(symbol));
      if (answer.status === 501) return;
      expectSame(answer, "symbol", expectBody(answer)["symbol"], symbol);
      expectSame(answer, "contract", expectBody(answer)["contract"], null);
      const times = minutesOf(answer).map(({ time }) => Number(time));
      expectAscending(answer, "the times", times, true);
      expectThat(answer, times.length <= 300, "at most 300 minutes");
      expectThat(
        answer,
        times.every((time) => time % 60_000 === 0),
        "times of full minutes",
      );
    },
  }),
  claim({
    id: "prices.within-high-and-low",
    title:
      "The first and the last price of a minute are between its lowest and its highest, and something was traded.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const answer = await ask("GET", addressOf(symbol));
      if (answer.status === 501) return;
      for (const minute of minutesOf(answer)) {
        const [open, high, low, close, volume] = ["open", "high", "low", "close", "volume"].map((name) =>
          Number(minute[name]),
        ) as [number, number, number, number, number];
        const isBetween = low > 0 && low <= Math.min(open, close) && Math.max(open, close) <= high;
        expectThat(answer, isBetween && volume > 0, "low ≤ open, close ≤ high, and a volume above 0");
      }
    },
  }),
  claim({
    id: "prices.alias-has-its-contract",
    title: "An alias is answered with the prices of a contract, which the answer names.",
    needs: ["alias"],
    prove: async (ask, { alias }) => {
      const answer = await ask("GET", addressOf(alias));
      if (answer.status === 501) return;
      minutesOf(answer);
      const { symbol, contract } = expectBody(answer);
      expectSame(answer, "symbol", symbol, alias);
      expectThat(answer, typeof contract === "string" && contract !== alias, "`contract` with its symbol");
      const ofContract = await ask("GET", addressOf(String(contract)));
      expectSame(ofContract, "contract", expectOk(ofContract)["contract"], null);
    },
  }),
  claim({
    id: "prices.unlisted-is-404",
    title: "A symbol that is not listed is a 404.",
    prove: async (ask) => {
      const answer = await ask("GET", addressOf("ZZQQXX"));
      if (answer.status !== 501) expectNotFound(answer);
    },
  }),
  claim({
    id: "prices.needs-no-token",
    title: "A token is not looked at.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const answer = await ask("GET", addressOf(symbol), { token: "nonsense" });
      if (answer.status !== 501) expectStatus(answer, 200);
    },
  }),
  claim({
    id: "prices.head-matches-get",
    title: "HEAD is answered like GET, without a body.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const answer = await ask("GET", addressOf(symbol));
      if (answer.status !== 501) await expectLikeGet(ask, addressOf(symbol), {});
    },
  }),
];

function addressOf(symbol: string): string {
  return `/companion/v0/symbols/${encodeURIComponent(symbol)}/prices`;
}

function minutesOf(answer: Answer): Fields[] {
  const { prices } = expectOk(answer);
  return rowsOf(prices);
}
