import { describe, expect, test } from "vitest";
import { limitMinute } from "./http/rate-limits.ts";
import { readSettings } from "./runtimes/node/settings/settings.ts";
import type { ServerServices } from "./services.ts";
import { checkAnswer } from "./testing/check-answer.ts";
import { planServer, testNowMs } from "./testing/plan-server.ts";

const path = "/api/v1/notifications";

test("401: without a token, both operations say what to send and how", async () => {
  const server = await planServer();
  for (const [id, each] of [
    ["listNotifications", path],
    ["getMarginRatio", "/api/v1/diagnostics/margin-ratios/FPT"],
  ] as const) {
    const answer = await checkAnswer(id, await server.fetch(each));
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="trading-oms"');
    expect(answer.body).toEqual({
      error: {
        id: "token_missing",
        code: 401,
        status: "Unauthorized",
        reason: "The request carries no access token.",
        message: "Send an access token in the Authorization header.",
      },
    });
  }
});

test("401: distinguishes an expired token from an untrusted one", async () => {
  const server = await planServer();
  const authorization = `Bearer ${await server.tokenOf("demo", 1_000)}`;
  expect((await server.fetch(path, { headers: { authorization } })).status).toBe(200);
  server.clock.nowMs += 60_000;
  const expired = await checkAnswer(
    "listNotifications",
    await server.fetch(path, { headers: { authorization } }),
  );
  expect(expired.body).toMatchObject({ error: { id: "token_expired" } });
  expect(expired.headers.get("www-authenticate")).toContain('error="invalid_token"');
  const foreign = `Bearer ${await (await planServer()).tokenOf("demo")}`;
  const refused = await checkAnswer(
    "listNotifications",
    await server.fetch(path, { headers: { authorization: foreign } }),
  );
  expect(refused.body).toMatchObject({ error: { id: "token_not_trusted" } });
});

test("401: only the log contains the exact reason for rejecting a token", async () => {
  const server = await planServer();
  const foreign = `Bearer ${await (await planServer()).tokenOf("demo")}`;
  const good = `Bearer ${await server.tokenOf("demo")}`;
  const said = [];
  for (const authorization of [undefined, foreign, good]) {
    const answer = await server.fetch(path, { headers: authorization ? { authorization } : {} });
    said.push(await answer.text(), ...answer.headers.values());
  }
  expect(server.logged.map(({ event, status, reason }) => ({ event, status, reason }))).toEqual([
    { event: "request", status: 401, reason: "missing" },
    { event: "request", status: 401, reason: "key" },
    { event: "request", status: 200, reason: undefined },
  ]);
  expect(said).not.toContain("key");
});

test("checks the token (401) before the request (400)", async () => {
  const server = await planServer();
  expect((await checkAnswer("listNotifications", await server.fetch(`${path}?limit=0`))).status).toBe(401);
});

test("answers 404 and 405 before 401", async () => {
  const server = await planServer();
  const unknown = await checkAnswer("listNotifications", await server.fetch("/api/v1/notification"));
  expect(unknown.body).toEqual({ error: "not_found", message: "There is no such path.", status: 404 });
  const wrong = await checkAnswer("listNotifications", await server.fetch(path, { method: "DELETE" }));
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect(wrong.body).toMatchObject({ message: "This path has no DELETE; it has GET, HEAD and OPTIONS." });
});

test("404: compares the path as sent, without decoding it", async () => {
  const server = await planServer();
  expect((await server.fetch("/metrics")).status).toBe(200);
  expect((await server.fetch("/%6detrics")).status).toBe(404);
  const answer = await server.fetch("/api/v1/diagnostics/margin-r%61tios/FPT");
  expect((await checkAnswer("getMarginRatio", answer)).body).toMatchObject({ error: "not_found" });
});

test("429: above the limit per minute, answers with Retry-After before validating; other users are not affected", async () => {
  const user = limitMinute(2, () => testNowMs + 43_000);
  const server = await planServer({ limiters: { user } });
  const headers = { authorization: `Bearer ${await server.tokenOf("demo")}` };
  const first = await checkAnswer("listNotifications", await server.fetch(path, { headers }));
  expect(first.headers.get("ratelimit")).toBe('"user";r=1;t=17');
  expect(first.headers.get("ratelimit-policy")).toBe('"user";q=2;w=60');
  await server.fetch(path, { headers });
  const refused = await checkAnswer("listNotifications", await server.fetch(`${path}?limit=0`, { headers }));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("17");
  expect(refused.headers.get("ratelimit")).toBe('"user";r=0;t=17');
  expect(refused.body).toEqual({
    error: "too_many_requests",
    message: "The user has used up 2 requests of this minute. Try again in 17 seconds.",
    status: 429,
  });
  const other = { authorization: `Bearer ${await server.tokenOf("demo-2")}` };
  expect((await server.fetch(path, { headers: other })).status).toBe(200);
});

test("429: refused tokens take from the limit of their address, and good ones of that address do not", async () => {
  const limitOf = (limit: number) => limitMinute(limit, () => testNowMs + 43_000);
  const server = await planServer({
    limiters: { user: limitOf(5), address: limitOf(2) },
    addressOf: (request) => request.headers.get("x-test-address") ?? "192.0.2.1",
  });
  const send = async (token: string | undefined, address = "192.0.2.1") => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await server.fetch(path, { headers: { ...authorization, "x-test-address": address } });
    return checkAnswer("listNotifications", answer);
  };
  const good = await server.tokenOf("demo");
  const bad = `${good.slice(0, -4)}AAAA`;
  expect((await send(bad)).status).toBe(401);
  expect((await send(undefined)).status).toBe(401);
  const refused = await send(bad);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("17");
  expect(refused.headers.get("ratelimit")).toBe('"address";r=0;t=17');
  expect(refused.headers.get("ratelimit-policy")).toBe('"address";q=2;w=60');
  expect((await send(good)).headers.get("ratelimit")).toBe('"user";r=4;t=17');
  expect((await send(good)).status).toBe(200);
  expect((await send(bad, "192.0.2.2")).status).toBe(401);
});

test("503: keys that are unavailable take nothing from the limit of the address", async () => {
  const verifier = {
    verify: async () => ({ kind: "refused", code: "keys_unavailable", why: "no_keys" }) as const,
  };
  const address = limitMinute(1, () => testNowMs);
  const server = await planServer({ verifier, limiters: { address } });
  for (let count = 0; count < 3; count += 1) expect((await server.fetch(path)).status).toBe(503);
});

test("500: logs an unexpected error and answers without detail", async () => {
  const store = {
    listNotifications: () => Promise.reject(new Error("select secret from user at /srv/app.js:3")),
  } as unknown as ServerServices["store"];
  const server = await planServer({ store });
  const headers = { authorization: `Bearer ${await server.tokenOf("demo")}`, "x-request-id": "req-1" };
  const answer = await checkAnswer("listNotifications", await server.fetch(path, { headers }));
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    error: "internal_error",
    message: "The service failed. Quote the request id when asking for help.",
    status: 500,
  });
  expect(answer.headers.get("x-request-id")).toBe("req-1");
  const entry = server.logged.find(({ level }) => level === "error");
  expect(entry).toMatchObject({
    requestId: "req-1",
    operation: "listNotifications",
    thrown: expect.any(Error),
  });
});

test("503: while the keys are unavailable, asks to retry a request with a token", async () => {
  const verifier = {
    verify: async () => ({ kind: "refused", code: "keys_unavailable", why: "no_keys" }) as const,
  };
  const server = await planServer({ verifier });
  const answer = await checkAnswer("listNotifications", await server.fetch(path));
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
});

test("keeps the request id and trace of the caller, and otherwise generates them", async () => {
  const server = await planServer();
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-00";
  const given = await server.fetch(path, { headers: { traceparent, "x-request-id": "abc-1" } });
  expect(given.headers.get("x-request-id")).toBe("abc-1");
  expect(given.headers.get("traceparent")).toBe("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00");
  const own = await server.fetch(path, { headers: { traceparent: "junk", "x-request-id": "a b\u00e9" } });
  expect(own.headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
  expect(own.headers.get("traceparent")).toBe(`00-${own.headers.get("x-request-id")}-00f067aa0ba902b7-00`);
});

test("allows only the configured origins in browsers", async () => {
  const corsOrigins = new Set(["https://app.example.com"]);
  const server = await planServer({ corsOrigins });
  const preflight = (origin: string) =>
    server.fetch(path, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });
  const listed = await preflight("https://app.example.com");
  expect(listed.status).toBe(204);
  expect(listed.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
  expect(listed.headers.get("access-control-allow-headers")).toContain("Authorization");
  expect(listed.headers.get("vary")).toBe("Origin");
  const stranger = await preflight("https://evil.example.com");
  expect(stranger.status).toBe(204);
  expect(stranger.headers.has("access-control-allow-origin")).toBe(false);
  const refused = await server.fetch(path, { headers: { origin: "https://app.example.com" } });
  expect(refused.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
  expect(refused.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
  const elsewhere = await (await planServer()).fetch(path, {
    headers: { origin: "https://app.example.com" },
  });
  expect(elsewhere.headers.has("access-control-allow-origin")).toBe(false);
});

describe("pages on this machine", () => {
  const keys = { AUTH_JWKS_URL: "https://id.example.com/keys" };
  const app = { CORS_ORIGINS: "https://app.example.com" };

  /** The `Access-Control-Allow-Origin` of a preflight and of a call, with these settings. */
  async function readPermissions(environment: Record<string, string>, origin: string) {
    const reading = readSettings([], environment);
    if (reading.kind !== "settings") throw new Error("The settings are faulty.");
    const server = await planServer({ corsOrigins: reading.settings.corsOrigins });
    const asked = { origin, "access-control-request-method": "PATCH" };
    const coverPath = "/api/v1/users/covered-margin-call";
    const preflight = await server.fetch(coverPath, { method: "OPTIONS", headers: asked });
    const called = await server.fetch(path, { headers: { origin } });
    return [preflight, called].map(({ headers }) => headers.get("access-control-allow-origin"));
  }

  test.each(["http://localhost:5173", "http://127.0.0.1:3000", "http://localhost", "http://127.0.0.1"])(
    "may call the demonstration from %s",
    async (origin) => {
      expect(await readPermissions({}, origin)).toEqual([origin, origin]);
      expect(await readPermissions(app, origin)).toEqual([origin, origin]);
    },
  );

  test.each([
    "https://localhost:5173",
    "http://localhost.example.com",
    "http://localhost:5173.example.com",
    "http://evil.example.com:5173",
    "http://192.168.1.7:5173",
    "null",
  ])("do not include %s", async (origin) => {
    expect(await readPermissions({}, origin)).toEqual([null, null]);
  });

  test("may not call with the keys of an operator, unless they are listed", async () => {
    const origin = "http://localhost:5173";
    expect(await readPermissions(keys, origin)).toEqual([null, null]);
    expect(await readPermissions({ ...keys, ...app }, origin)).toEqual([null, null]);
    expect(await readPermissions({ ...keys, CORS_ORIGINS: origin }, origin)).toEqual([origin, origin]);
    const otherPort = "http://localhost:5174";
    expect(await readPermissions({ ...keys, CORS_ORIGINS: origin }, otherPort)).toEqual([null, null]);
  });
});

test("every answer forbids MIME sniffing, framing and referrers", async () => {
  const server = await planServer();
  for (const each of [path, "/healthz", "/nowhere"]) {
    const { headers } = await server.fetch(each);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

test("/healthz answers 200 while the process runs; /readyz only when it can serve requests", async () => {
  const server = await planServer({
    checkReadiness: () => ({ isReady: false, checks: { store: true, keys: false, serving: true } }),
  });
  expect((await server.fetch("/healthz")).status).toBe(200);
  const answer = await server.fetch("/readyz");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    status: "not ready",
    checks: { store: true, keys: false, serving: true },
  });
});

test("/readyz?store=no leaves the store out, for gateways that keep searches alive", async () => {
  const checks = { store: false, keys: true, watch: false, serving: true };
  const state = { isReady: false, checks, reasons: { store: "unreachable" } };
  const server = await planServer({ checkReadiness: () => state });
  expect((await server.fetch("/readyz")).status).toBe(503);
  const answer = await server.fetch("/readyz?store=no");
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 200,
    body: { status: "ready", checks: { store: false } },
  });
  const draining = await planServer({
    checkReadiness: () => ({ ...state, checks: { ...checks, serving: false } }),
  });
  expect((await draining.fetch("/readyz?store=no")).status).toBe(503);
});

test("counts requests by operation, never by the caller's path", async () => {
  const server = await planServer();
  await server.fetch(path);
  await server.fetch("/a/path/of/some/caller");
  const text = await (await server.fetch("/metrics")).text();
  expect(text).toContain('oms_requests_total{operation="listNotifications",status="401"} 1');
  expect(text).toContain('oms_requests_total{operation="other",status="404"} 1');
  expect(text).not.toContain("caller");
});
