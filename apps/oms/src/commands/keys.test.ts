import { readFile, stat } from "node:fs/promises";
import {
  createVerifier,
  defaultAudience,
  defaultIssuer,
  defaultRoleClaim,
  fixedKeys,
  parseKeys,
  publicKeysOf,
  type Verdict,
} from "@trading-oms/access";
import { describe, expect } from "vitest";
import { type PlannedWorld, plannedAtMs } from "../testing/plan-world.ts";
import { worldTest as test } from "../testing/world-test.ts";

/** Verifies a token like a server with the same data folder. */
async function judge(
  world: PlannedWorld,
  token: string,
  {
    issuer = defaultIssuer,
    audience = defaultAudience,
    roleClaim = defaultRoleClaim,
    nowMs = plannedAtMs,
  } = {},
): Promise<Verdict> {
  const parsed = await parseKeys(await readFile(world.pathOf("keys.json"), "utf8"));
  if (parsed.kind === "faulty") throw new Error(parsed.issues.join(" "));
  const source = fixedKeys(publicKeysOf(parsed.jwks));
  return createVerifier({ source, issuer, audience, roleClaim, now: () => nowMs }).verify(
    `Bearer ${token.trim()}`,
  );
}

describe("a token", () => {
  test("is the only output on stdout, and valid for an hour", async ({ world }) => {
    const { exitCode, stdout, stderr } = await world.oms("token --user demo");
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `Made the first key in ${world.pathOf("keys.json")}.\n`,
    });
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const expiresAtMs = plannedAtMs + 3_600_000;
    expect(await judge(world, stdout)).toEqual({ kind: "user", userId: "demo", expiresAtMs });
    expect(await judge(world, stdout, { nowMs: expiresAtMs })).toMatchObject({ code: "token_expired" });
    expect((await stat(world.pathOf("keys.json"))).mode & 0o777).toBe(0o600);
  });

  test("lasts as long as --ttl", async ({ world }) => {
    for (const [ttl, expiresAtMs] of [
      ["90s", Date.UTC(2025, 5, 2, 3, 1, 30)],
      ["30m", Date.UTC(2025, 5, 2, 3, 30)],
      ["7d", Date.UTC(2025, 5, 9, 3)],
    ]) {
      const told = await world.json(`token --user u-1 --ttl ${ttl}`);
      expect(told).toEqual({
        token: expect.any(String),
        userId: "u-1",
        keyId: expect.any(String),
        expiresAtMs,
      });
      const { token } = told as { token: string };
      expect(await judge(world, token)).toMatchObject({ expiresAtMs });
    }
  });

  test("carries the role of --role, in the claim of the environment", async ({ world }) => {
    for (const role of ["viewer", "operator"]) {
      const told = (await world.json(`token --user lan --role ${role}`)) as { token: string };
      expect(told).toMatchObject({ userId: "lan", role });
      expect(await judge(world, told.token)).toMatchObject({ kind: "user", role });
    }
    const environment = { DATA_DIR: world.pathOf(""), AUTH_ROLE_CLAIM: "groups" };
    const { stdout } = await world.oms("token --user lan --role viewer", { environment });
    expect(await judge(world, stdout)).toMatchObject({ kind: "user", role: undefined });
    expect(await judge(world, stdout, { roleClaim: "groups" })).toMatchObject({ role: "viewer" });
  });

  test("is refused for a role that does not exist, and for a claim with another meaning", async ({
    world,
  }) => {
    for (const role of ["admin", "Operator", "viewer,operator"]) {
      expect(await world.oms(`token --user lan --role ${role}`)).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringContaining(`--role is "${role}": write one of viewer, operator.`),
      });
    }
    const environment = { DATA_DIR: world.pathOf(""), AUTH_ROLE_CLAIM: "sub" };
    expect(await world.oms("token --user lan --role viewer", { environment })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("AUTH_ROLE_CLAIM is refused"),
    });
  });

  test("has the issuer and audience of the environment", async ({ world }) => {
    const environment = {
      DATA_DIR: world.pathOf(""),
      AUTH_ISSUER: "https://login.example",
      AUTH_AUDIENCE: "oms",
    };
    const { stdout } = await world.oms("token --user demo", { environment });
    expect(await judge(world, stdout)).toMatchObject({ code: "token_not_trusted" });
    const parties = { issuer: "https://login.example", audience: "oms" };
    expect(await judge(world, stdout, parties)).toMatchObject({ kind: "user" });
  });

  test("is signed with a new key after it was published, and one of an older key stays valid until that is retired", async ({
    world,
  }) => {
    const { stdout: older } = await world.oms("token --user demo");
    const [first] = (await world.json("keys list")) as { keyId: string }[];
    const made = (await world.json("keys make --algorithm EdDSA")) as { keyId: string };
    expect(await world.json("keys list --public")).toMatchObject({
      keys: [{ kid: made.keyId }, { kid: first?.keyId }],
    });
    expect(await world.json("token --user demo")).toMatchObject({ keyId: first?.keyId });
    expect((await world.oms(`keys sign ${made.keyId}`)).stdout).toBe(`${made.keyId} signs from now on.\n`);
    const newer = (await world.json("token --user demo")) as { token: string; keyId: string };
    expect(newer.keyId).toBe(made.keyId);
    for (const token of [older, newer.token])
      expect(await judge(world, token)).toMatchObject({ kind: "user" });
    await world.oms(`keys retire ${first?.keyId}`);
    expect(await judge(world, older)).toMatchObject({ code: "token_not_trusted" });
    expect(await judge(world, newer.token)).toMatchObject({ kind: "user" });
  });

  test("is signed with the first accepted algorithm, with a warning if servers reject it", async ({
    world,
  }) => {
    const environment = { DATA_DIR: world.pathOf(""), AUTH_ALGORITHMS: "EdDSA, RS256" };
    await world.oms("token --user demo", { environment });
    await world.oms("keys make", { environment });
    expect(await world.json("keys list")).toMatchObject([{ algorithm: "EdDSA" }, { algorithm: "EdDSA" }]);
    const allowed = await world.oms("keys make --algorithm RS256", { environment });
    expect(allowed).toMatchObject({ exitCode: 0, stderr: "" });
    const warning =
      "A server with these settings rejects tokens signed with RS256: AUTH_ALGORITHMS is ES256, EdDSA. Add RS256 to it, for servers as well.\n";
    const listed = (await world.json("keys list")) as { keyId: string; algorithm: string }[];
    await world.oms(`keys sign ${listed.find(({ algorithm }) => algorithm === "RS256")?.keyId}`);
    for (const line of ["token --user demo", "keys make --algorithm RS256"]) {
      expect(await world.oms(line)).toMatchObject({ exitCode: 0, stderr: warning });
    }
    for (const line of ["token --user demo", "keys make"]) {
      const none = { DATA_DIR: world.pathOf(""), AUTH_ALGORITHMS: "none" };
      expect(await world.oms(line, { environment: none })).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringContaining("AUTH_ALGORITHMS can't be used."),
      });
    }
  });

  test("is refused for an invalid user name", async ({ world }) => {
    for (const user of ["u\u0000", "u".repeat(256)]) {
      expect(await world.oms(`token --user ${user}`)).toMatchObject({
        exitCode: 1,
        stdout: "",
        stderr: expect.stringMatching(/^The user h/),
      });
    }
  });

  test("is refused if keys.json is invalid, which is left unchanged", async ({ world }) => {
    await world.write("keys.json", "{}");
    for (const line of ["token --user u-1", "keys list", "keys make", "keys sign k", "keys retire k"]) {
      expect(await world.oms(line)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: `${world.pathOf("keys.json")} can't be used: It is not a key set: the member keys is missing or not a list.\n`,
      });
    }
    expect(await readFile(world.pathOf("keys.json"), "utf8")).toBe("{}");
  });

  test("is refused if no key has a private part", async ({ world }) => {
    await world.oms("keys make");
    const parsed = await parseKeys(await readFile(world.pathOf("keys.json"), "utf8"));
    if (parsed.kind === "faulty") throw new Error(parsed.issues.join(" "));
    await world.write("keys.json", JSON.stringify(publicKeysOf(parsed.jwks)));
    expect(await world.oms("token --user u-1")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("make one with oms keys make"),
    });
  });

  test("is refused if the data folder is a file", async ({ world }) => {
    const environment = { DATA_DIR: await world.write("data", "") };
    expect(await world.oms("token --user u-1", { environment })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("keys.json can't be used: a part of the path is not a folder."),
    });
  });
});

describe("keys", () => {
  test("are listed with algorithm, time and which one signs, without private parts", async ({ world }) => {
    expect(await world.oms("keys list")).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("There are no keys yet"),
    });
    expect(await world.json("keys make")).toEqual({
      keyId: expect.any(String),
      algorithm: "ES256",
      isSigning: true,
      madeAtMs: Date.UTC(2025, 5, 2, 3),
      file: world.pathOf("keys.json"),
    });
    expect((await world.oms("keys make --algorithm EdDSA")).stdout).toMatch(
      /^Made key-[\w-]{43} \(EdDSA\) in .*; publish it, and then run oms keys sign\.\n$/,
    );
    const { stdout } = await world.oms("keys list");
    expect(stdout).toMatch(
      /^KEY +ALGORITHM {2}MADE +SIGNS\nkey-[\w-]{43} {2}EdDSA {6}2025-06-02T03:00:00Z\nkey-[\w-]{43} {2}ES256 {6}2025-06-02T03:00:00Z {2}yes\n$/,
    );
    const listed = await world.json("keys list");
    expect(listed).toMatchObject([
      { algorithm: "EdDSA", isSigning: false },
      { algorithm: "ES256", isSigning: true },
    ]);
    const { keys } = JSON.parse(await readFile(world.pathOf("keys.json"), "utf8")) as {
      keys: { d: string }[];
    };
    for (const { d } of keys) expect(stdout + JSON.stringify(listed)).not.toContain(d);
  });

  test("are printed as a public key set, which verifies tokens elsewhere", async ({ world }) => {
    expect(await world.oms("keys list --public")).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("Make one with oms keys make."),
    });
    await world.oms("keys make");
    const { stdout: token } = await world.oms("token --user demo");
    const { exitCode, stdout, stderr } = await world.oms("keys list --public");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const published = JSON.parse(stdout) as { keys: object[] };
    expect(published.keys.map((key) => Object.keys(key).toSorted())).toEqual([
      ["alg", "crv", "kid", "kty", "use", "x", "y"],
    ]);
    expect(await world.json("keys list --public")).toEqual(published);
    await world.write("keys.json", stdout);
    expect(await judge(world, token)).toMatchObject({ kind: "user", userId: "demo" });
  });

  test("sign only if they are there", async ({ world }) => {
    expect(await world.oms("keys sign k-1")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("There is no key k-1"),
    });
  });

  test("are retired by id, except the last", async ({ world }) => {
    await world.oms("keys make");
    const [only] = (await world.json("keys list")) as { keyId: string }[];
    expect(await world.oms("keys retire k-1")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("There is no key k-1"),
    });
    expect(await world.oms(`keys retire ${only?.keyId}`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is the only key that signs: make another before it is retired."),
    });
    expect(await world.json("keys list")).toHaveLength(1);
  });
});
