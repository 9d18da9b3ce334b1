import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectStatus } from "../../../expect.ts";

const claim = claimsOf("companion.readNotifications");

export const readAddress = "/companion/v0/notifications/read";

const idsUpTo = (count: number) =>
  JSON.stringify({ ids: Array.from({ length: count }, (_, each) => each + 1) });

const refused: readonly (readonly [id: string, title: string, field: string, written: string])[] = [
  ["neither", "A body with neither ids nor through", "body", "{}"],
  ["both", "A body with both ids and through", "body", '{"ids":[1],"through":0}'],
  ["unknown-member", "An unknown member", "all", '{"through":0,"all":true}'],
  ["doubled-member", "A repeated member", "through", '{"through":0,"through":0}'],
  ["list", "A list instead of the object", "body", "[1]"],
  ["null", "The value null instead of the object", "body", "null"],
  ["no-json", "Text that is not JSON", "body", '{"through":0'],
  ["ids-empty", "An empty list of ids", "ids", '{"ids":[]}'],
  ["ids-501", "A list of 501 ids", "ids", idsUpTo(501)],
  ["ids-number", "A number instead of the list of ids", "ids", '{"ids":1}'],
  ["id-text", "A string of digits among the ids", "ids.0", '{"ids":["1"]}'],
  ["id-0", "A 0 among the ids", "ids.1", '{"ids":[1,0]}'],
  ["id-fraction", "A fraction among the ids", "ids.0", '{"ids":[1.5]}'],
  ["id-2-to-53", "A 2^53 among the ids", "ids.0", '{"ids":[9007199254740992]}'],
  ["through-text", "A string of digits as through", "through", '{"through":"0"}'],
  ["through-null", "The value null as through", "through", '{"through":null}'],
  ["through-below-0", "A number below 0 as through", "through", '{"through":-1}'],
  ["through-fraction", "A fraction as through", "through", '{"through":0.5}'],
  ["through-2-to-53", "2^53 as through", "through", '{"through":9007199254740992}'],
];

/** Which bodies and media types are valid. */
export const bodies: readonly Claim[] = [
  ...refused.map(([id, title, field, text]) =>
    claim({
      id: `read.body-${id}`,
      title: `${title} is a 400 with a detail for ${field}.`,
      needs: ["user"],
      prove: async (ask, { user: { token } }) => {
        expectRefusal(await ask("POST", readAddress, { token, text }), field);
      },
    }),
  ),
  claim({
    id: "read.body-500-ids",
    title: "A list of 500 ids is accepted.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      expectStatus(await ask("POST", readAddress, { token, text: idsUpTo(500) }), 200);
    },
  }),
  claim({
    id: "read.type-text-plain",
    title: "A body that is not application/json is a 415.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      const headers = { "Content-Type": "text/plain" };
      expectStatus(await ask("POST", readAddress, { token, headers, text: '{"through":0}' }), 415);
    },
  }),
];
