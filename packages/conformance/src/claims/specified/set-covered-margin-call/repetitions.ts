import { type Claim, claimsOf } from "../../../claim.ts";
import { expectSame, expectStatus } from "../../../expect.ts";
import { cover, coverSuccessfully, place, setting, tooMuch } from "./cover.ts";

const claim = claimsOf("setCoveredMarginCall");
const headers = keyed("{key}");

const refusedKeys: readonly (readonly [id: string, title: string, key: string])[] = [
  ["256-characters", "of 256 characters", "k".repeat(256)],
  ["space", "with a space", "two words"],
  ["tab", "with a tab", "two\twords"],
  ["empty", "without characters", ""],
  ["accent", "with an accent", "khóa"],
];

/** Repeated calls with an Idempotency-Key. */
export const repetitions: readonly Claim[] = [
  claim("cover.retry-replayed", {
    title: "A repetition with the same key and body gets the first answer and changes nothing.",
    rows: [
      setting(0),
      { ...setting("{position.raised}"), headers },
      setting(1),
      { ...setting("{position.raised}"), headers, sameAs: 1 },
      tooMuch(1),
      setting(0),
    ],
  }),
  claim("cover.retry-matched-by-members", {
    title: "Bodies with equal members count as the same, however they are written.",
    rows: [
      { ...setting(5), headers },
      {
        text: '{ "amount": 5.0, "symbol": "{position.symbol}", "accountId": "{position.accountId}" }',
        headers,
        sameAs: 0,
      },
      setting(0),
    ],
  }),
  claim("cover.rejection-replayed", {
    title: "A refusal by a rule is replayed under its key as well.",
    rows: [
      { json: { ...place, amount: Number.MAX_SAFE_INTEGER }, headers, body: { status: "failed" } },
      setting(1),
      { json: { ...place, amount: Number.MAX_SAFE_INTEGER }, headers, sameAs: 0 },
      setting(0),
    ],
  }),
  claim("cover.key-with-another-body-is-400", {
    title:
      "A key with another body is a 400 and changes nothing, even if that body names an unknown position.",
    rows: [
      { ...setting(0), headers },
      ...[{ amount: 1 }, { symbol: "ZZQQXX" }, { accountId: "ZZQQXX" }].map((members) => ({
        json: { ...place, amount: 0, ...members },
        headers,
        refused: "Idempotency-Key",
      })),
      tooMuch(0),
    ],
  }),
  claim("cover.error-leaves-no-record", {
    title: "After a 400, a 404 or a 415 the key can be used again.",
    rows: [
      { json: { ...place, amount: -1 }, headers: keyed("{key}-1"), refused: "amount" },
      { json: { ...place, symbol: "ZZQQXX", amount: 0 }, headers: keyed("{key}-2"), notFound: true },
      { text: "{}", headers: { ...keyed("{key}-3"), "Content-Type": "text/plain" }, status: 415 },
      ...[1, 2, 3].map((each) => ({ ...setting(0), headers: keyed(`{key}-${each}`) })),
    ],
  }),
  claim("cover.key-belongs-to-one-user", {
    title: "Two users can use the same key independently.",
    headers,
    rows: [
      setting(0),
      {
        as: "otherUser",
        json: { accountId: "{otherPosition.accountId}", symbol: "{otherPosition.symbol}", amount: 0 },
        body: { accountId: "{otherPosition.accountId}" },
      },
    ],
  }),
  claim("cover.concurrent-retries-apply-once", {
    title: "Concurrent requests with the same key and body get the same answer.",
    needs: ["user", "position", "makeKey"],
    prove: async (ask, { user: { token }, position, makeKey }) => {
      const key = makeKey();
      const asking = Array.from({ length: 4 }, () => cover(ask, { token, position, key }, position.raised));
      const [first, ...others] = await Promise.all(asking);
      for (const other of others) {
        expectStatus(other, 200);
        expectSame(other, "the body", other.text, first?.text);
      }
      await coverSuccessfully(ask, { token, position }, 0);
    },
  }),
  claim("cover.key-has-up-to-255-characters", {
    title: "A key with every ASCII punctuation character, and one of 255 characters, is accepted.",
    needs: ["user", "position", "makeKey"],
    prove: async (ask, { user: { token }, position, makeKey }) => {
      const key = makeKey();
      const signs = "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~\\";
      for (const each of [`${key}${signs}`, `${key}-`.padEnd(255, "k")]) {
        await coverSuccessfully(ask, { token, position, key: each }, 0);
      }
    },
  }),
  ...refusedKeys.map(([id, title, key]) =>
    claim(`cover.key-${id}`, {
      title: `A key ${title} is a 400 with a detail for the header.`,
      headers: keyed(key),
      json: { ...place, amount: 0 },
      refused: "Idempotency-Key",
    }),
  ),
  claim("cover.calls-without-key-independent", {
    title: "Without a key nothing is replayed.",
    // An amount that was not sent before, so that the answer can't be a replay.
    rows: [
      ...[0, 1, 0].map(setting),
      tooMuch(0, Number.MAX_SAFE_INTEGER - 1),
      setting(1),
      tooMuch(1, Number.MAX_SAFE_INTEGER - 2),
      setting(0),
    ],
  }),
];

function keyed(key: string) {
  return { "Idempotency-Key": key };
}
