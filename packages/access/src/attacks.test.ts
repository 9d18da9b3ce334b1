import { beforeAll, describe, expect, test } from "vitest";
import type { SigningKey } from "./keys.ts";
import { bearer, claims } from "./testing/attack.ts";
import { attacksOnClaims } from "./testing/attacks-on-claims.ts";
import { attacksOnForm } from "./testing/attacks-on-form.ts";
import { attacksByHeader, attacksOnTrust } from "./testing/attacks-on-trust.ts";
import { forgeToken } from "./testing/forge-token.ts";
import { bearerBy, planClock, planHost, planKey, plannedAtMs, planVerifier } from "./testing/plan-access.ts";

const attacks = [...attacksOnForm, ...attacksOnTrust, ...attacksByHeader, ...attacksOnClaims];
const seconds = plannedAtMs / 1_000;

describe("the verifier", () => {
  const clock = planClock();
  let ours: SigningKey;
  let foreign: SigningKey;
  beforeAll(async () => {
    [ours, foreign] = await Promise.all([planKey(), planKey()]);
  });

  async function warmVerifier() {
    const host = planHost(clock, [ours]);
    const verifier = planVerifier(host.source(), clock);
    expect(await verifier.warm()).toBe(true);
    host.answer = (url) => {
      throw new Error(`A token caused a request to ${url}.`);
    };
    return { host, verifier };
  }

  test.for(attacks)("refuses %s with %s and sends no request to a key host", async ([, code, attack]) => {
    const { host, verifier } = await warmVerifier();
    const authorization = await attack(ours, foreign);
    const verdict = await verifier.verify(authorization);
    expect(verdict).toEqual({ kind: "refused", code, why: expect.any(String) });
    expect(await verifier.verify(authorization)).toEqual(verdict);
    expect(host.count).toBe(1);
    for (const part of (authorization ?? "").split(/[ .]/).filter((each) => each.length > 10)) {
      expect(JSON.stringify(verdict)).not.toContain(part);
    }
  });

  test("accepts tokens that are not forged", async () => {
    const { verifier } = await warmVerifier();
    for (const authorization of [
      await bearerBy(ours),
      await bearer(forgeToken(ours)),
      (await bearerBy(ours)).replace("Bearer", "bEARER  "),
      await bearer(forgeToken(ours, { kid: undefined, typ: undefined })),
      await bearer(forgeToken(ours, { typ: "at+jwt" }, claims({ aud: ["billing", "oms"], nbf: seconds }))),
      await bearer(
        forgeToken(ours, { typ: "application/at+jwt" }, claims({ iat: seconds + 5, nbf: seconds + 5 })),
      ),
    ]) {
      const verdict = await verifier.verify(authorization);
      expect(verdict).toEqual({ kind: "user", userId: "u-1", expiresAtMs: plannedAtMs + 3_600_000 });
    }
    for (const userId of ["u".repeat(255), "Nguyễn Văn A", "auth0|42"]) {
      const verdict = await verifier.verify(await bearer(forgeToken(ours, {}, claims({ sub: userId }))));
      expect(verdict).toMatchObject({ kind: "user", userId });
    }
  });

  test("accepts a token of up to 8,192 characters and refuses the next possible length", async () => {
    const { verifier } = await warmVerifier();
    const tokenOf = (length: number) => forgeToken(ours, {}, claims({ note: "a".repeat(length) }));
    const lengths = new Map<number, string>();
    for (let length = 5_780; length < 5_900; length += 1) {
      const token = await tokenOf(length);
      lengths.set(token.length, token);
    }
    // Base64url cannot have every length, so the limit itself may be unreachable.
    const longest = Math.max(...[...lengths.keys()].filter((length) => length <= 8_192));
    const shortest = Math.min(...[...lengths.keys()].filter((length) => length > 8_192));
    expect([8_192 - longest, shortest - 8_192].every((distance) => distance <= 3)).toBe(true);
    expect(await verifier.verify(`Bearer ${lengths.get(longest)}`)).toMatchObject({ kind: "user" });
    expect(await verifier.verify(`Bearer ${lengths.get(shortest)}`)).toMatchObject({
      code: "token_malformed",
    });
  });

  test.for([
    ["no header", "missing"],
    ["two parts", "form"],
    ["claims that are not JSON", "form"],
    ["jku under our own signature", "header"],
    ["a token of another type", "header"],
    ["an algorithm that is not allowed", "algorithm"],
    ["a foreign key under its own id", "key"],
    ["a foreign key under our id", "signature"],
    ["claims that were changed", "signature"],
    ["a foreign issuer", "issuer"],
    ["a token for another audience", "audience"],
    ["no aud", "claims"],
    ["an empty user", "claims"],
    ["a token that has expired", "expired"],
    ["a token issued in the future", "not_yet_valid"],
  ])("refuses %s with the reason %s for the log", async ([name, why]) => {
    const { verifier } = await warmVerifier();
    const attack = attacks.find(([each]) => each === name)?.[2];
    expect(await verifier.verify(await attack?.(ours, foreign))).toMatchObject({ kind: "refused", why });
  });

  test("is tested with more than sixty attacks of unique names", () => {
    expect(new Set(attacks.map(([name]) => name)).size).toBe(attacks.length);
    expect(attacks.length).toBeGreaterThan(60);
  });
});
