import { makeKey, publicKeysOf } from "@trading-oms/access";
import { expect, test } from "vitest";
import { readD1 } from "./d1.ts";
import { type Environment, readSettings as readSettingsWith } from "./settings.ts";

const database = { prepare: () => {}, batch: () => {} };

const readSettings = (environment: Environment) => readSettingsWith(environment, readD1);

async function makeKeysText(): Promise<string> {
  return JSON.stringify(publicKeysOf({ keys: [await makeKey({ algorithm: "ES256", now: () => 0 })] }));
}

test("needs only a database and the URL of the keys", async () => {
  const url = "https://login.example/keys";
  expect(await readSettings({ DB: database, AUTH_JWKS_URL: url })).toEqual({
    kind: "settings",
    settings: {
      openStore: expect.any(Function),
      keysFrom: { kind: "url", url },
      jwksUrl: url,
      jwks: undefined,
      mistyped: [],
      issuer: "trading-oms",
      audience: "trading-oms",
      algorithms: ["ES256", "EdDSA"],
      roleClaim: "roles",
      corsOrigins: new Set(),
      userRequestsMax: 600,
      addressRequestsMax: 600,
      logLevel: "info",
    },
  });
});

test("accepts every setting, also as a number, and treats an empty one as unset", async () => {
  const text = await makeKeysText();
  const reading = await readSettings({
    DB: database,
    AUTH_JWKS: text,
    AUTH_JWKS_URL: "",
    AUTH_ISSUER: "https://login.example",
    AUTH_AUDIENCE: "orders",
    AUTH_ALGORITHMS: "RS256",
    AUTH_ROLE_CLAIM: "https://login.example/roles",
    CORS_ORIGINS: "https://app.example.com, https://desk.example.com",
    RATE_LIMIT_USER: 0,
    RATE_LIMIT_ADDRESS: 30,
    LOG_LEVEL: "error",
  });
  expect(reading).toEqual({
    kind: "settings",
    settings: {
      openStore: expect.any(Function),
      keysFrom: { kind: "text", jwks: JSON.parse(text) },
      jwksUrl: undefined,
      jwks: text,
      mistyped: [],
      issuer: "https://login.example",
      audience: "orders",
      algorithms: ["RS256"],
      roleClaim: "https://login.example/roles",
      corsOrigins: new Set(["https://app.example.com", "https://desk.example.com"]),
      userRequestsMax: undefined,
      addressRequestsMax: 30,
      logLevel: "error",
    },
  });
});

test("reports all faults together", async () => {
  const reading = await readSettings({
    AUTH_JWKS: '{"keys":1}',
    AUTH_AUDIENCE: { name: "orders" },
    AUTH_ALGORITHMS: "none",
    AUTH_ISSUERS: "https://login.example",
    SIMULATED_SPEED: "2",
    CORS_ORIGINS: "https://app.example.com/",
    RATE_LIMIT_USER: "-1",
    LOG_LEVEL: "debug",
  });
  expect(reading).toEqual({
    kind: "faulty",
    faults: [
      "AUTH_AUDIENCE has to be a text.",
      'AUTH_ALGORITHMS is refused: "none" would accept unsigned tokens: write some of ES256, ES384, ES512, EdDSA, Ed25519, PS256, PS384, PS512, RS256, RS384, RS512.',
      'CORS_ORIGINS has to list origins such as https://app.example.com, without a path; "https://app.example.com/" is none.',
      'RATE_LIMIT_USER has to be a whole number from 0 to 1000000, not "-1".',
      'LOG_LEVEL has to be one of error, warn, info, not "debug".',
      "AUTH_ISSUERS is no setting; there are AUTH_JWKS_URL, AUTH_JWKS, AUTH_ISSUER, AUTH_AUDIENCE, AUTH_ALGORITHMS, AUTH_ROLE_CLAIM.",
      "SIMULATED_SPEED is no setting; there is none that begins so.",
      "DB is no D1 database: bind one under that name (d1_databases in the configuration).",
      "AUTH_JWKS: It is not a key set: the member keys is missing or not a list.",
    ],
  });
});

test("requires exactly one source of keys", async () => {
  const text = await makeKeysText();
  expect(
    await readSettings({ DB: database, AUTH_JWKS: text, AUTH_JWKS_URL: "https://login.example/keys" }),
  ).toEqual({ kind: "faulty", faults: ["AUTH_JWKS_URL and AUTH_JWKS are both set; set one of them."] });
  expect(await readSettings({ DB: database })).toEqual({
    kind: "faulty",
    faults: ["Keys are needed to check tokens with: set AUTH_JWKS_URL or AUTH_JWKS."],
  });
});

test("requires a service for CARDS", async () => {
  const AUTH_JWKS_URL = "https://login.example/keys";
  const read = async (cards: object) =>
    (await readSettings({ DB: database, AUTH_JWKS_URL, CARDS: cards })).kind;
  expect(await read({ fetch: () => {} })).toBe("settings");
  expect(await read({})).toBe("faulty");
});

test("requires a rate limiter for the limiter bindings", async () => {
  const AUTH_JWKS_URL = "https://login.example/keys";
  const read = (limiters: object) => readSettings({ DB: database, AUTH_JWKS_URL, ...limiters });
  expect((await read({ USER_LIMITER: { limit: () => {} } })).kind).toBe("settings");
  expect(await read({ USER_LIMITER: {}, ADDRESS_LIMITER: "many" })).toEqual({
    kind: "faulty",
    faults: [
      "USER_LIMITER is no rate limiter: bind one under that name (ratelimits in the configuration).",
      "ADDRESS_LIMITER is no rate limiter: bind one under that name (ratelimits in the configuration).",
    ],
  });
});

test("names a mistyped setting that is no fault", async () => {
  const settings = { DB: database, AUTH_JWKS_URL: "https://login.example/keys", RATE_LIMIT_USERS: "30" };
  expect(await readSettings(settings)).toMatchObject({
    settings: { userRequestsMax: 600, mistyped: [{ name: "RATE_LIMIT_USERS", meant: "RATE_LIMIT_USER" }] },
  });
});
