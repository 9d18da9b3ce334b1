import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectStatus } from "../../../expect.ts";
import { coverAddress } from "../../address.ts";
import { coverSuccessfully, readCovered } from "./cover.ts";

const claim = claimsOf("setCoveredMarginCall");

type Refused = readonly [id: string, title: string, field: string, write: (members: string) => string];

const refused: readonly Refused[] = [
  ["unknown-member", "An unknown member", "note", (members) => `{${members},"note":"x"}`],
  [
    "prototype-member",
    "A member named __proto__",
    "__proto__",
    (members) => `{${members},"__proto__":{"amount":1}}`,
  ],
  [
    "constructor-member",
    "A member named constructor",
    "constructor",
    (members) => `{${members},"constructor":1}`,
  ],
  ["doubled-amount", "A repeated amount", "amount", (members) => `{${members},"amount":0}`],
  [
    "doubled-account",
    "A repeated account, once with an escaped name",
    "accountId",
    (members) => `{${members},"\\u0061ccountId":"x"}`,
  ],
  ["no-json", "Text that is not JSON", "body", (members) => `{${members}`],
  ["two-values", "A second JSON value after the first", "body", (members) => `{${members}}{}`],
  ["comment", "JSON with a comment", "body", (members) => `{${members}/* x */}`],
  ["list", "A list instead of the object", "body", (members) => `[{${members}}]`],
  ["null", "The value null instead of the object", "body", () => "null"],
  ["text", "A string instead of the object", "body", () => '"amount"'],
  ["nothing", "An empty body", "body", () => ""],
  [
    "account-is-a-number",
    "An account that is a number",
    "accountId",
    () => '{"accountId":1,"symbol":"X","amount":0}',
  ],
  ["symbol-is-null", "A symbol that is null", "symbol", () => '{"accountId":"x","symbol":null,"amount":0}'],
  ["account-missing", "A body without an account", "accountId", () => '{"symbol":"X","amount":0}'],
  ["symbol-missing", "A body without a symbol", "symbol", () => '{"accountId":"x","amount":0}'],
  ["amount-missing", "A body without an amount", "amount", () => '{"accountId":"x","symbol":"X"}'],
];

/** Which bodies and media types are valid. */
export const bodies: readonly Claim[] = [
  ...refused.map(([id, title, field, write]) =>
    claim({
      id: `cover.body-${id}`,
      title: `${title} is a 400 with a detail for ${field}.`,
      needs: ["user", "position"],
      prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
        const members = `"accountId":${JSON.stringify(accountId)},"symbol":${JSON.stringify(symbol)},"amount":0`;
        expectRefusal(await ask("PATCH", coverAddress, { token, text: write(members) }), field);
      },
    }),
  ),
  claim({
    id: "cover.body-not-utf-8",
    title: "A body that is not UTF-8 is a 400.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
      const text = JSON.stringify({ accountId, symbol: `${symbol}?`, amount: 0 });
      const bytes = new TextEncoder().encode(text).map((each) => (each === 0x3f ? 0xff : each));
      expectRefusal(await ask("PATCH", coverAddress, { token, bytes }), "body");
    },
  }),
  claim({
    id: "cover.all-issues-listed",
    title: "A 400 has details for all invalid fields at once.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      const answer = await ask("PATCH", coverAddress, { token, text: '{"symbol":7,"amount":-1}' });
      for (const field of ["accountId", "symbol", "amount"]) expectRefusal(answer, field);
    },
  }),
  ...(["text/plain", "application/x-www-form-urlencoded", "application/json-patch+json", null] as const).map(
    (type) =>
      claim({
        id: `cover.type-${type === null ? "missing" : type.replaceAll(/[^a-z]+/g, "-")}`,
        title: `A body ${type === null ? "without a Content-Type" : `of ${type}`} is a 415.`,
        needs: ["user", "position"],
        prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
          const json = { accountId, symbol, amount: 0 };
          expectStatus(
            await ask("PATCH", coverAddress, { token, json, headers: { "Content-Type": type } }),
            415,
          );
        },
      }),
  ),
  claim({
    id: "cover.content-type-variants",
    title: "application/json is accepted with a charset and in any case.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const { accountId, symbol } = position;
      for (const type of [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=UTF-8",
      ]) {
        const json = { accountId, symbol, amount: 0 };
        readCovered(await ask("PATCH", coverAddress, { token, json, headers: { "Content-Type": type } }));
      }
    },
  }),
  claim({
    id: "cover.member-order-ignored",
    title: "Members are accepted in any order and with whitespace between them.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const { accountId, symbol } = position;
      const text = ` {\n"amount" : 0 ,\t"symbol":${JSON.stringify(symbol)},"accountId":${JSON.stringify(accountId)} }\r\n`;
      expectStatus(await ask("PATCH", coverAddress, { token, text }), 200);
      await coverSuccessfully(ask, { token, position }, 0);
    },
  }),
];
