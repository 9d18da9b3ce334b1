import { type Claim, claimsOf } from "../../../claim.ts";
import {
  expectBody,
  expectLikeGet,
  expectOk,
  expectSame,
  expectStatus,
  expectThat,
} from "../../../expect.ts";
import { ratioAddress } from "../../address.ts";

const claim = claimsOf("getMarginRatio");
const names = ["symbol", "marginRatio", "forceCloseRate", "marginCallRate", "productGroup"];

/** The figures of symbols, aliases and product codes. */
export const figures: readonly Claim[] = [
  claim({
    id: "ratio.sends-every-figure",
    title: "The answer for a listed symbol has all five members.",
    needs: ["user", "symbol"],
    prove: async (ask, { user: { token }, symbol }) => {
      const answer = await ask("GET", ratioAddress(symbol), { token });
      const body = expectOk(answer);
      expectSame(
        answer,
        "members",
        names.filter((name) => name in body),
        names,
      );
    },
  }),
  claim({
    id: "ratio.echoes-the-symbol",
    title: "`symbol` is the symbol of the request.",
    needs: ["user", "symbol"],
    prove: async (ask, { user: { token }, symbol }) => {
      const answer = await ask("GET", ratioAddress(symbol), { token });
      expectSame(answer, "symbol", expectBody(answer)["symbol"], symbol);
    },
  }),
  claim({
    id: "ratio.figures-are-in-order",
    title: "0 ≤ force-close rate ≤ call rate ≤ ratio ≤ 1, and the call rate is below 1.",
    needs: ["user", "symbol"],
    prove: async (ask, { user: { token }, symbol }) => {
      const answer = await ask("GET", ratioAddress(symbol), { token });
      const { marginRatio, marginCallRate, forceCloseRate } = expectBody(answer);
      const [ratio = -1, call = -1, close = -1] = [marginRatio, marginCallRate, forceCloseRate].map(Number);
      const isOrdered = 0 <= close && close <= call && call <= ratio && ratio <= 1;
      expectThat(answer, isOrdered && call < 1, "fractions in their order");
    },
  }),
  claim({
    id: "ratio.alias-is-echoed",
    title: "The answer for an alias has the alias as `symbol`, and a product group.",
    needs: ["user", "alias"],
    prove: async (ask, { user: { token }, alias }) => {
      const answer = await ask("GET", ratioAddress(alias), { token });
      const { symbol, productGroup } = expectOk(answer);
      expectSame(answer, "symbol", symbol, alias);
      expectThat(answer, typeof productGroup === "string" && productGroup !== "", "a `productGroup`");
    },
  }),
  claim({
    id: "ratio.product-code-is-answered",
    title: "The answer for a product code has the code as `symbol`.",
    needs: ["user", "product"],
    prove: async (ask, { user: { token }, product }) => {
      const answer = await ask("GET", ratioAddress(product), { token });
      expectSame(answer, "symbol", expectOk(answer)["symbol"], product);
    },
  }),
  claim({
    id: "ratio.planned-figures",
    title:
      "The figures equal those of the plan: rates of the symbol, its product or its group, or 1 / 0 / 0.",
    needs: ["user", "ratios"],
    prove: async (ask, { user: { token }, ratios }) => {
      for (const { symbol, marginRatio, forceCloseRate, marginCallRate, productGroup } of ratios) {
        const answer = await ask("GET", ratioAddress(symbol), { token });
        expectStatus(answer, 200);
        const expected = { symbol, marginRatio, forceCloseRate, marginCallRate, productGroup };
        const body = expectBody(answer);
        const came = Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]]));
        expectSame(answer, `the figures of ${symbol}`, came, expected);
      }
    },
  }),
  claim({
    id: "ratio.head-matches-get",
    title: "HEAD is answered like GET, without a body.",
    needs: ["user", "symbol"],
    prove: (ask, { user: { token }, symbol }) => expectLikeGet(ask, ratioAddress(symbol), { token }),
  }),
  claim({
    id: "ratio.percent-encoding-equivalent",
    title: "A percent-encoded symbol is the same symbol.",
    needs: ["user", "symbol"],
    prove: async (ask, { user: { token }, symbol }) => {
      const written = [...symbol].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
      const answer = await ask("GET", ratioAddress(written), { token });
      expectSame(answer, "symbol", expectOk(answer)["symbol"], symbol);
    },
  }),
];
