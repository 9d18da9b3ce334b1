import { type Claim, claimsOf, headLikeGet } from "../../../claim.ts";
import { expectNotFound, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { ratioAddress } from "../../address.ts";

const claim = claimsOf("getMarginRatio");
const names = ["symbol", "marginRatio", "forceCloseRate", "marginCallRate", "productGroup"];

const refused: readonly (readonly [id: string, title: string, written: string])[] = [
  ["33-characters", "A symbol of 33 characters", "A".repeat(33)],
  ["space", "A symbol with a space", "F%20T"],
  ["slash", "A symbol with an encoded slash", "F%2FT"],
  ["accent", "A symbol with an accent", "%C4%90"],
  ["nul", "A symbol with the character 0", "FPT%00"],
  ["lone-percent", "A percent sign without hexadecimal digits", "%"],
  ["no-utf-8", "A byte that is not UTF-8", "%FF"],
  ["sign", "A character other than letters, digits, point, underscore and hyphen", "FPT$"],
];

/** The claims of margin ratios: those of symbols, aliases and product codes, and of what is none of them. */
export const claims: readonly Claim[] = [
  claim("ratio.sends-every-figure", {
    title: "The answer for a listed symbol has all five members.",
    check: (body, answer) => {
      const known = names.filter((name) => name in body);
      expectSame(answer, "members", known, names);
    },
  }),
  claim("ratio.echoes-the-symbol", {
    title: "`symbol` is the symbol of the request.",
    body: { symbol: "{symbol}" },
  }),
  claim("ratio.figures-are-in-order", {
    title: "0 ≤ force-close rate ≤ call rate ≤ ratio ≤ 1, and the call rate is below 1.",
    check: ({ marginRatio, marginCallRate, forceCloseRate }, answer) => {
      const [ratio = -1, call = -1, close = -1] = [marginRatio, marginCallRate, forceCloseRate].map(Number);
      const isOrdered = 0 <= close && close <= call && call <= ratio && ratio <= 1;
      expectThat(answer, isOrdered && call < 1, "fractions in their order");
    },
  }),
  claim("ratio.alias-is-echoed", {
    title: "The answer for an alias has the alias as `symbol`, and a product group.",
    at: { symbol: "{alias}" },
    body: { symbol: "{alias}" },
    check: ({ productGroup }, answer) =>
      expectThat(answer, typeof productGroup === "string" && productGroup !== "", "a `productGroup`"),
  }),
  claim("ratio.product-code-is-answered", {
    title: "The answer for a product code has the code as `symbol`.",
    at: { symbol: "{product}" },
    body: { symbol: "{product}" },
  }),
  claim("ratio.planned-figures", {
    title:
      "The figures equal those of the plan: rates of the symbol, its product or its group, or 1 / 0 / 0.",
    needs: ["user", "ratios"],
    prove: async (ask, { user: { token }, ratios }) => {
      for (const planned of ratios) {
        const answer = await ask("GET", ratioAddress(planned.symbol), { token });
        const body = expectOk(answer);
        for (const [name, value] of Object.entries(planned))
          expectSame(answer, `${name} of ${planned.symbol}`, body[name], value);
      }
    },
  }),
  claim("ratio.head-matches-get", headLikeGet),
  claim("ratio.percent-encoding-equivalent", {
    title: "A percent-encoded symbol is the same symbol.",
    needs: ["user", "symbol"],
    prove: async (ask, { user: { token }, symbol }) => {
      const written = [...symbol].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
      const answer = await ask("GET", ratioAddress(written), { token });
      expectSame(answer, "symbol", expectOk(answer)["symbol"], symbol);
    },
  }),
  ...refused.map(([id, title, symbol]) =>
    claim(`ratio.symbol-${id}`, {
      title: `${title} is a 400 with a detail for \`symbol\`.`,
      at: { symbol },
      refused: "symbol",
    }),
  ),
  claim("ratio.unlisted-is-404", {
    title: "A well-formed symbol of up to 32 characters that is not listed is a 404.",
    notFound: true,
    rows: ["ZZQQXX", "a.b_c-d", "Z".repeat(32), "0"].map((symbol) => ({ at: { symbol } })),
  }),
  claim("ratio.symbol-case-sensitive", {
    title: "A listed symbol in lower case is a 404.",
    needs: ["user", "symbol"],
    prove: async (ask, { user: { token }, symbol }) => {
      const others = [symbol.toLowerCase(), `${symbol.slice(0, -1)}${symbol.slice(-1).toLowerCase()}`];
      for (const other of others.filter((each) => each !== symbol))
        expectNotFound(await ask("GET", ratioAddress(other), { token }));
    },
  }),
  claim("ratio.group-is-404", {
    title: "The name of a product group is a 404.",
    at: { symbol: "{group}" },
    notFound: true,
  }),
  claim("ratio.missing-symbol-is-404", {
    title: "A path without a symbol or with another segment is a 404.",
    notFound: true,
    rows: [
      { at: { symbol: "" } },
      { path: "/api/v1/diagnostics/margin-ratios" },
      { at: { symbol: "FPT/x" } },
    ],
  }),
];
