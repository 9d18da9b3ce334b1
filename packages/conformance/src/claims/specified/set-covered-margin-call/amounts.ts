import { type Claim, claimsOf } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import { type CoverResult, coverSuccessfully, place, setting, tooMuch } from "./cover.ts";

const claim = claimsOf("setCoveredMarginCall");
const position = JSON.stringify(place).slice(1, -1);

const refused: readonly (readonly [id: string, title: string, written: string])[] = [
  ["below-0", "An amount below 0", "-1"],
  ["fraction", "A fraction of a đồng", "0.5"],
  ["2-to-53", "2^53", "9007199254740992"],
  ["too-many-digits", "A number with more digits than a double can hold", "1000000000000000.3"],
  ["without-end", "A number above the largest double", "1e400"],
  ["text", "A string of digits", '"5"'],
  ["null", "The value null", "null"],
  ["truth", "A boolean", "true"],
  ["list", "A list", "[5]"],
  ["object", "An object", "{}"],
];

const accepted: readonly (readonly [written: string, amount: number])[] = [
  ["5.0", 5],
  ["1e3", 1_000],
  ["1E+3", 1_000],
  ["0", 0],
  ["-0", 0],
  ["-0.0", 0],
];

/** Which amounts are valid, and how they change the figures. */
export const amounts: readonly Claim[] = [
  ...refused.map(([id, title, written]) =>
    claim(`cover.amount-${id}`, {
      title: `${title} as amount is a 400 with a detail for amount.`,
      text: `{${position},"amount":${written}}`,
      refused: "amount",
    }),
  ),
  claim("cover.amount-number-notation", {
    title: "5.0 and 1e3 are accepted as whole amounts, and -0 as 0.",
    rows: accepted.map(([written, amount]) => ({
      text: `{${position},"amount":${written}}`,
      body: { newCoveredMarginCall: amount },
    })),
    check: (_, answer) => expectThat(answer, !answer.text.includes(":-0"), "0 without a sign"),
  }),
  claim("cover.sends-every-figure", {
    title: "An answer has status, message, the members of the request, and three figures in whole VND.",
    ...setting("{position.raised}"),
    body: { ...place, status: "success", amount: "{position.raised}" },
    check: (body, answer) => {
      expectThat(answer, typeof body["message"] === "string" && body["message"] !== "", "a message");
      const figures = ["maintenanceMargin", "newCoveredMarginCall", "tradingPower"];
      const areWhole = figures.every((name) => Number.isSafeInteger(body[name]));
      expectThat(answer, areWhole, `${figures.join(", ")} in whole VND`);
    },
  }),
  claim("cover.amount-is-absolute", {
    title: "The amount is the new covered amount, not a difference.",
    rows: [1, "{position.raised}", "{position.raised}", 0].map(setting),
  }),
  claim("cover.raise-moves-power-into-margin", {
    title:
      "A raise adds exactly its difference to the maintenance margin and takes it from the trading power.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const target = { token, position };
      const { raised } = position;
      // Price changes move the figures, so the claim is repeated until they stand still.
      for (let tryCount = 1; ; tryCount += 1) {
        const before = await coverSuccessfully(ask, target, 0);
        const { answer, maintenanceMargin, tradingPower } = await coverSuccessfully(ask, target, raised);
        const after = await coverSuccessfully(ask, target, 0);
        if (!isSame(before, after) && tryCount < 10) continue;
        expectSame(answer, "maintenanceMargin", maintenanceMargin, before.maintenanceMargin + raised);
        expectSame(answer, "tradingPower", tradingPower, before.tradingPower - raised);
        expectSame(after.answer, "maintenanceMargin", after.maintenanceMargin, before.maintenanceMargin);
        return;
      }
    },
  }),
  claim("cover.same-amount-succeeds", {
    title: "Setting the amount that is already covered succeeds and changes nothing.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      for (let tryCount = 1; ; tryCount += 1) {
        const first = await coverSuccessfully(ask, { token, position }, 1);
        const second = await coverSuccessfully(ask, { token, position }, 1);
        if (!isSame(first, second) && tryCount < 10) continue;
        expectSame(second.answer, "the figures", figuresOf(second), figuresOf(first));
        await coverSuccessfully(ask, { token, position }, 0);
        return;
      }
    },
  }),
  claim("cover.too-much-fails", {
    title:
      "More than the trading power is a 200 with status failed and figures in the message, and changes nothing.",
    rows: [
      setting("{position.raised}"),
      {
        ...tooMuch("{position.raised}"),
        check: ({ message, amount }, answer) => {
          expectSame(answer, "amount", amount, Number.MAX_SAFE_INTEGER);
          expectThat(answer, typeof message === "string" && /\d/.test(message), "a message with figures");
        },
      },
      setting(0),
    ],
  }),
];

function figuresOf({ maintenanceMargin, tradingPower }: CoverResult): readonly number[] {
  return [maintenanceMargin, tradingPower];
}

function isSame(one: CoverResult, other: CoverResult): boolean {
  return String(figuresOf(one)) === String(figuresOf(other));
}
