import { describe, expect, test } from "vitest";
import { makeKey, parseKeys, publicKeysOf, signingKeyOf } from "./keys.ts";
import { planKey, plannedAtMs } from "./testing/plan-access.ts";

const parse = (keys: unknown) => parseKeys(JSON.stringify({ keys }));

test("an empty key set is valid", async () => {
  expect(await parse([])).toEqual({ kind: "keys", jwks: { keys: [] }, ignoredCount: 0 });
});

test("a new key has an id, an algorithm and a creation time, and parsing keeps it unchanged", async () => {
  for (const algorithm of ["ES256", "EdDSA", "RS256"] as const) {
    const key = await makeKey({ algorithm, now: () => plannedAtMs });
    expect(key).toMatchObject({
      alg: algorithm,
      use: "sig",
      iat: plannedAtMs / 1_000,
      kid: expect.stringMatching(/^key-[\w-]{43}$/),
    });
    expect(await parse([key])).toEqual({ kind: "keys", jwks: { keys: [key] }, ignoredCount: 0 });
  }
});

test("public keys contain no private member", async () => {
  const keys = await Promise.all([planKey(), planKey("EdDSA"), planKey("RS256")]);
  const shown = publicKeysOf({ keys: [...keys, { kty: "oct", k: "c2VjcmV0", kid: "s" }] });
  expect(shown.keys.map((key) => Object.keys(key).join(" "))).toEqual([
    "kty crv x y kid alg use",
    "kty crv x kid alg use",
    "kty n e kid alg use",
    "kty kid use",
  ]);
  expect(await parseKeys(JSON.stringify({ keys: shown.keys.slice(0, 3) }))).toMatchObject({ kind: "keys" });
});

test("the last key with private parts signs", async () => {
  const [older, newer] = [await planKey(), await planKey("EdDSA")];
  expect(signingKeyOf({ keys: [older, newer] })).toBe(newer);
  expect(signingKeyOf({ keys: [older, ...publicKeysOf({ keys: [newer] }).keys] })).toBe(older);
  expect(signingKeyOf(publicKeysOf({ keys: [older] }))).toBeUndefined();
});

test("keys that are not for signing are left out and counted", async () => {
  const key = await planKey();
  const others = [
    { kty: "oct", k: "c2VjcmV0" },
    { ...key, kid: "e", use: "enc" },
    { ...key, kid: "o", key_ops: ["deriveBits"] },
    { ...key, kid: "a", alg: "ECDH-ES" },
    { kty: "OKP", crv: "X25519", x: "AA" },
    { kty: "AKP", alg: "ML-DSA-44" },
    {},
  ];
  expect(await parse([...others, key])).toEqual({ kind: "keys", jwks: { keys: [key] }, ignoredCount: 7 });
});

describe("faults are reported without quoting a key:", () => {
  test.for<[string, string, string]>([
    ["invalid JSON", "{", "It is not valid JSON"],
    ["an empty text", "", "It is not valid JSON"],
    ["a list", "[]", "the member keys is missing or not a list"],
    ["null", "null", "the member keys is missing or not a list"],
    ["keys that are not a list", '{"keys":{}}', "the member keys is missing or not a list"],
    ["a key that is a string", '{"keys":[{"kty":"EC"},"AA"]}', "Key 2 is not an object."],
    ["only keys for other uses", '{"keys":[{"kty":"oct"}]}', "There is no key in it that can verify tokens."],
    [
      "101 keys",
      JSON.stringify({ keys: new Array(101).fill({}) }),
      "There are 101 keys in it: at most 100 are allowed.",
    ],
  ])("%s", async ([, text, issue]) => {
    expect(await parseKeys(text)).toEqual({ kind: "faulty", issues: [expect.stringContaining(issue)] });
  });

  test("a key with a missing, changed, cut or duplicate member", async () => {
    const [key, rsa] = [await planKey(), await planKey("RS256")];
    const { d: _d, ...half } = key;
    const { kid: _kid, ...withoutId } = key;
    const x = String(key["x"]);
    const faulty: [object, string][] = [
      [{ ...key, kid: "k", x: undefined }, "Key 2 can't be used"],
      [{ ...half, kid: "k", x: x.slice(0, -4) }, "Key 2 can't be used"],
      [{ ...half, kid: "k", x: `AAAA${x.slice(4)}` }, "Key 2 can't be used"],
      [{ ...key, kid: "k", d: "AAAA" }, "Key 2 can't sign"],
      [{ ...key, kid: 7 }, "Key 2 has a kid that is empty or not a string."],
      [{ ...key, kid: "" }, "Key 2 has a kid that is empty or not a string."],
      [key, "Key 2 has the kid of an earlier key."],
      [{ ...key, kid: "k", alg: "ES384" }, "Key 2 has an alg that does not fit its curve."],
      [withoutId, "Key 2 has private parts but lacks a kid or an alg"],
      [{ ...rsa, n: String(rsa["n"]).slice(0, 171) }, "Key 2 can't be used"],
    ];
    for (const [each, issue] of faulty) {
      const parsed = await parse([key, each]);
      expect(parsed).toEqual({ kind: "faulty", issues: [expect.stringContaining(issue)] });
      expect(JSON.stringify(parsed)).not.toContain(String(key["d"]));
    }
  });
});
