import type { Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectNotFound, expectRefusal, expectSame, expectStatus } from "../../../expect.ts";
import { coverAddress } from "../../address.ts";
import { type CoverTarget, cover, coverSuccessfully, coverWithFigures } from "./cover.ts";

const claim = claimsOf("setCoveredMarginCall");

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
    needs: ["user", "position", "makeKey"],
    prove: async (ask, { user: { token }, position, makeKey }) => {
      const key = makeKey();
      await coverSuccessfully(ask, { token, position }, 0);
      const first = await coverSuccessfully(ask, { token, position, key }, position.raised);
      await coverSuccessfully(ask, { token, position }, 1);
      const again = await cover(ask, { token, position, key }, position.raised);
      expectStatus(again, 200);
      expectSame(again, "the body", again.text, first.answer.text);
      const { answer, covered } = await coverWithFigures(ask, { token, position }, Number.MAX_SAFE_INTEGER);
      expectSame(answer, "newCoveredMarginCall after the repetition", covered, 1);
      await coverSuccessfully(ask, { token, position }, 0);
    },
  }),
  claim("cover.retry-matched-by-members", {
    title: "Bodies with equal members count as the same, however they are written.",
    needs: ["user", "position", "makeKey"],
    prove: async (ask, { user: { token }, position, makeKey }) => {
      const key = makeKey();
      const first = await coverSuccessfully(ask, { token, position, key }, 5);
      const { accountId, symbol } = position;
      const text = `{ "amount": 5.0, "symbol": ${JSON.stringify(symbol)}, "accountId": ${JSON.stringify(accountId)} }`;
      const again = await ask("PATCH", coverAddress, { token, text, headers: { "Idempotency-Key": key } });
      expectStatus(again, 200);
      expectSame(again, "the body", again.text, first.answer.text);
      await coverSuccessfully(ask, { token, position }, 0);
    },
  }),
  claim("cover.rejection-replayed", {
    title: "A refusal by a rule is replayed under its key as well.",
    needs: ["user", "position", "makeKey"],
    prove: async (ask, { user: { token }, position, makeKey }) => {
      const key = makeKey();
      const first = await coverWithFigures(ask, { token, position, key }, Number.MAX_SAFE_INTEGER);
      expectSame(first.answer, "status", first.status, "failed");
      await coverSuccessfully(ask, { token, position }, 1);
      const again = await cover(ask, { token, position, key }, Number.MAX_SAFE_INTEGER);
      expectSame(again, "the body", again.text, first.answer.text);
      await coverSuccessfully(ask, { token, position }, 0);
    },
  }),
  claim("cover.key-with-another-body-is-400", {
    title:
      "A key with another body is a 400 and changes nothing, even if that body names an unknown position.",
    needs: ["user", "position", "makeKey"],
    prove: async (ask, { user: { token }, position, makeKey }) => {
      const key = makeKey();
      await coverSuccessfully(ask, { token, position, key }, 0);
      expectRefusal(await cover(ask, { token, position, key }, 1), "Idempotency-Key");
      for (const members of [{ symbol: "ZZQQXX" }, { accountId: "ZZQQXX" }]) {
        const answer = await cover(ask, { token, position: { ...position, ...members }, key }, 0);
        expectRefusal(answer, "Idempotency-Key");
      }
      const { answer, covered } = await coverWithFigures(ask, { token, position }, Number.MAX_SAFE_INTEGER);
      expectSame(answer, "newCoveredMarginCall", covered, 0);
    },
  }),
  claim("cover.error-leaves-no-record", {
    title: "After a 400, a 404 or a 415 the key can be used again.",
    needs: ["user", "position", "makeKey"],
    prove: async (ask, { user: { token }, position, makeKey }) => {
      const [one, two, three] = [makeKey(), makeKey(), makeKey()];
      expectRefusal(await cover(ask, { token, position, key: one }, -1), "amount");
      expectNotFound(await cover(ask, { token, position: { ...position, symbol: "ZZQQXX" }, key: two }, 0));
      const headers = { "Idempotency-Key": three, "Content-Type": "text/plain" };
      expectStatus(await ask("PATCH", coverAddress, { token, text: "{}", headers }), 415);
      for (const key of [one, two, three]) await coverSuccessfully(ask, { token, position, key }, 0);
    },
  }),
  claim("cover.key-belongs-to-one-user", {
    title: "Two users can use the same key independently.",
    needs: ["user", "position", "otherUser", "otherPosition", "makeKey"],
    prove: async (ask, { user, position, otherUser, otherPosition, makeKey }) => {
      const key = makeKey();
      await coverSuccessfully(ask, { token: user.token, position, key }, 0);
      const other = { token: otherUser.token, position: otherPosition, key };
      const { answer } = await coverWithFigures(ask, other, 0);
      expectSame(answer, "accountId", expectBody(answer)["accountId"], otherPosition.accountId);
    },
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
      headers: { "Idempotency-Key": key },
      json: { accountId: "{position.accountId}", symbol: "{position.symbol}", amount: 0 },
      refused: "Idempotency-Key",
    }),
  ),
  claim("cover.calls-without-key-independent", {
    title: "Without a key nothing is replayed.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      for (const amount of [0, 1, 0]) await coverSuccessfully(ask, { token, position }, amount);
      await proveCovered(ask, { token, position }, { amount: 0, tooMuch: Number.MAX_SAFE_INTEGER - 1 });
      await coverSuccessfully(ask, { token, position }, 1);
      await proveCovered(ask, { token, position }, { amount: 1, tooMuch: Number.MAX_SAFE_INTEGER - 2 });
      await coverSuccessfully(ask, { token, position }, 0);
    },
  }),
];

/**
 * Reads the covered amount from a refusal, which changes nothing. `tooMuch` must not have been sent before, so that the
 * answer cannot be a replay.
 */
async function proveCovered(
  ask: Ask,
  target: CoverTarget,
  { amount, tooMuch }: { readonly amount: number; readonly tooMuch: number },
): Promise<void> {
  const { answer, status, covered } = await coverWithFigures(ask, target, tooMuch);
  expectSame(answer, "status", status, "failed");
  expectSame(answer, "newCoveredMarginCall", covered, amount);
}
