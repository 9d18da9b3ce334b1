import { type Claim, claimsOf, type RefusedBody, refusingBodies } from "../../../claim.ts";
import { expectRefusal } from "../../../expect.ts";
import { coverAddress } from "../../address.ts";
import { place, setting } from "./cover.ts";

const json = { ...place, amount: 0 };
const claim = claimsOf("setCoveredMarginCall");
const members = JSON.stringify(json).slice(1, -1);

const refused: readonly RefusedBody[] = [
  ["unknown-member", "An unknown member", "note", `{${members},"note":"x"}`],
  ["prototype-member", "A member named __proto__", "__proto__", `{${members},"__proto__":{"amount":1}}`],
  ["constructor-member", "A member named constructor", "constructor", `{${members},"constructor":1}`],
  ["doubled-amount", "A repeated amount", "amount", `{${members},"amount":0}`],
  [
    "doubled-account",
    "A repeated account, once with an escaped name",
    "accountId",
    `{${members},"\\u0061ccountId":"x"}`,
  ],
  ["no-json", "Text that is not JSON", "body", `{${members}`],
  ["two-values", "A second JSON value after the first", "body", `{${members}}{}`],
  ["comment", "JSON with a comment", "body", `{${members}/* x */}`],
  ["list", "A list instead of the object", "body", `[{${members}}]`],
  ["null", "The value null instead of the object", "body", "null"],
  ["text", "A string instead of the object", "body", '"amount"'],
  ["nothing", "An empty body", "body", ""],
  [
    "account-is-a-number",
    "An account that is a number",
    "accountId",
    '{"accountId":1,"symbol":"X","amount":0}',
  ],
  ["symbol-is-null", "A symbol that is null", "symbol", '{"accountId":"x","symbol":null,"amount":0}'],
  ["account-missing", "A body without an account", "accountId", '{"symbol":"X","amount":0}'],
  ["symbol-missing", "A body without a symbol", "symbol", '{"accountId":"x","amount":0}'],
  ["amount-missing", "A body without an amount", "amount", '{"accountId":"x","symbol":"X"}'],
];

const types = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json-patch+json",
  null,
] as const;

/** Which bodies and media types are valid. */
export const bodies: readonly Claim[] = [
  ...refusingBodies(claim, "cover.body", refused),
  claim("cover.body-not-utf-8", {
    title: "A body that is not UTF-8 is a 400.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
      const text = JSON.stringify({ accountId, symbol: `${symbol}?`, amount: 0 });
      const bytes = new TextEncoder().encode(text).map((each) => (each === 0x3f ? 0xff : each));
      expectRefusal(await ask("PATCH", coverAddress, { token, bytes }), "body");
    },
  }),
  claim("cover.all-issues-listed", {
    title: "A 400 has details for all invalid fields at once.",
    text: '{"symbol":7,"amount":-1}',
    refused: ["accountId", "symbol", "amount"],
  }),
  ...types.map((type) =>
    claim(`cover.type-${type === null ? "missing" : type.replaceAll(/[^a-z]+/g, "-")}`, {
      title: `A body ${type === null ? "without a Content-Type" : `of ${type}`} is a 415.`,
      json,
      headers: { "Content-Type": type },
      status: 415,
    }),
  ),
  claim("cover.content-type-variants", {
    title: "application/json is accepted with a charset and in any case.",
    json,
    rows: ["application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"].map(
      (type) => ({ headers: { "Content-Type": type } }),
    ),
  }),
  claim("cover.member-order-ignored", {
    title: "Members are accepted in any order and with whitespace between them.",
    rows: [
      {
        text: ' {\n"amount" : 0 ,\t"symbol":"{position.symbol}","accountId":"{position.accountId}" }\r\n',
      },
      setting(0),
    ],
  }),
];
