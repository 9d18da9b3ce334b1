import { describe, expect, test } from "vitest";
import { fixedKeys } from "./key-source.ts";
import { checkRoleClaim, includesRole, readRole } from "./roles.ts";
import { forgeToken, validClaims } from "./testing/forge-token.ts";
import { bearerBy, planClock, planKey, planVerifier } from "./testing/plan-access.ts";

describe("a role claim", () => {
  test.for([
    ["viewer", "viewer"],
    ["operator", "operator"],
    [["viewer"], "viewer"],
    [["viewer", "operator"], "operator"],
    [["operator", "viewer", "operator"], "operator"],
    [["trader", 7, null, ["operator"], "viewer"], "viewer"],
    [[...Array.from({ length: 1_000 }, () => "x"), "viewer"], "viewer"],
  ] as const)("%j grants %s", async ([roles, role]) => {
    expect(await roleOf({ roles })).toBe(role);
  });

  test.for<unknown>([
    undefined,
    null,
    true,
    1,
    0,
    "",
    "admin",
    "Operator",
    " operator",
    "operator ",
    "operator\u0000",
    "viewer operator",
    "viewer,operator",
    "\u043eperator",
    [],
    [["operator"]],
    [{ role: "operator" }],
    [0, 1, true, null],
    ["OPERATOR", "operator "],
    { operator: true },
    { 0: "operator", length: 1 },
    { roles: ["operator"] },
    { toString: "operator" },
    Array.from({ length: 1_000 }, () => "op"),
  ])("%j grants nothing, and leaves the token valid", async (roles) => {
    expect(await roleOf({ roles })).toBeUndefined();
  });

  test("grants nothing under another name, in the header, or through the prototype", async () => {
    const key = await planKey();
    for (const claims of [
      { role: "operator", Roles: "operator", scope: "operator", realm_access: { roles: ["operator"] } },
      { sub: "operator" },
    ]) {
      expect(await roleOf(claims)).toBeUndefined();
    }
    const inherited = JSON.stringify(validClaims).replace("{", '{"__proto__":{"roles":"operator"},');
    const verifier = planVerifier(fixedKeys({ keys: [key] }), planClock());
    for (const token of [
      await forgeToken(key, { roles: "operator" }),
      await forgeToken(key, {}, inherited),
    ]) {
      expect(await verifier.verify(`Bearer ${token}`)).toMatchObject({ kind: "user", role: undefined });
    }
    for (const roleClaim of ["constructor", "toString", "__proto__"]) {
      const odd = planVerifier(fixedKeys({ keys: [key] }), planClock(), { roleClaim });
      expect(await odd.verify(`Bearer ${await forgeToken(key)}`)).toMatchObject({
        kind: "user",
        role: undefined,
      });
    }
  });

  test("of two in one token counts once, as JSON reads it, and is the same from the cache", async () => {
    const key = await planKey();
    const twice = JSON.stringify(validClaims).replace("{", '{"roles":"operator","roles":"viewer",');
    const verifier = planVerifier(fixedKeys({ keys: [key] }), planClock());
    const authorization = `Bearer ${await forgeToken(key, {}, twice)}`;
    for (let count = 0; count < 3; count += 1) {
      expect(await verifier.verify(authorization)).toMatchObject({ role: "viewer" });
    }
  });

  test("has the name of the setting, and no other counts then", async () => {
    const key = await planKey();
    const roleClaim = "https://login.example/roles";
    const verifier = planVerifier(fixedKeys({ keys: [key] }), planClock(), { roleClaim });
    const signed = await bearerBy(key, { role: "operator", roleClaim });
    expect(await verifier.verify(signed)).toMatchObject({ role: "operator" });
    expect(await verifier.verify(await bearerBy(key, { role: "operator" }))).toMatchObject({
      role: undefined,
    });
  });

  test("cannot be a claim with another meaning, which its holder might choose", () => {
    for (const name of ["sub", "aud", "iss", "exp", "nbf", "iat", "jti", "", "a\n", "a".repeat(256)]) {
      expect(checkRoleClaim(name)).toMatch(/^is refused: /);
      expect(() => planVerifier(fixedKeys({ keys: [] }), planClock(), { roleClaim: name })).toThrow(
        RangeError,
      );
    }
    expect(checkRoleClaim("roles")).toBeUndefined();
  });
});

test("operator includes viewer, and no role includes an unknown one", () => {
  const asked = ["viewer", "operator", "admin", "", "constructor"];
  const included = (["viewer", "operator", undefined] as const).map((held) =>
    asked.filter((role) => includesRole(held, role)),
  );
  expect(included).toEqual([["viewer"], ["viewer", "operator"], []]);
});

test("a list of any length is read without a call for each of its members", () => {
  expect(readRole(Array.from({ length: 1_000_000 }, (_, index) => index))).toBeUndefined();
});

/** The role of a token with these claims, which has to be valid. */
async function roleOf(changes: object): Promise<unknown> {
  const key = await planKey();
  const verifier = planVerifier(fixedKeys({ keys: [key] }), planClock());
  const verdict = await verifier.verify(
    `Bearer ${await forgeToken(key, {}, { ...validClaims, ...changes })}`,
  );
  if (verdict.kind !== "user") throw new Error(`The token is refused: ${verdict.why}.`);
  return verdict.role;
}
