import { once } from "node:events";
import { readdir, rm, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { makeKey, publicKeysOf, signToken } from "@trading-oms/access";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../testing/make-folder.ts";
import { receiveSpans } from "../../testing/receive-spans.ts";
import { startBuiltServer } from "../../testing/start-built-server.ts";

const now = () => Date.now();
const path = "/api/v1/notifications?limit=2";

/** A server with no setting at its default, except those of PostgreSQL. */
async function planSet() {
  const folder = await makeFolder();
  const collector = await receiveSpans();
  const key = await makeKey({ algorithm: "EdDSA", now });
  const otherKey = await makeKey({ algorithm: "ES256", now });
  const keysPath = join(folder, "issuer.json");
  await writeFile(keysPath, JSON.stringify(publicKeysOf({ keys: [key, otherKey] })));
  const server = await startBuiltServer({
    HOST: "127.0.0.2",
    DATA_DIR: join(folder, "data"),
    NODE_ENV: "production",
    AUTH_JWKS_FILE: keysPath,
    AUTH_ISSUER: "https://id.example",
    AUTH_AUDIENCE: "orders",
    AUTH_ALGORITHMS: "EdDSA",
    CORS_ORIGINS: "https://app.example",
    RATE_LIMIT_USER: "3",
    LOG_LEVEL: "warn",
    DRAIN_DELAY_MS: "0",
    SHUTDOWN_TIMEOUT_MS: "200",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YTpi",
    OTEL_SERVICE_NAME: "orders-test",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  const base = { key, userId: "ann", ttlMs: 60_000, issuer: "https://id.example", audience: "orders", now };
  const ask = async (token: Partial<typeof base>, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${await signToken({ ...base, ...token })}`;
    return fetch(`${server.origin}${path}`, { headers: { authorization, ...headers } });
  };
  return {
    folder,
    collector,
    otherKey,
    server,
    ask,
    tokenOf: (userId: string) => signToken({ ...base, userId }),
  };
}

test("every setting takes effect", async () => {
  const { folder, collector, otherKey, server, ask, tokenOf } = await planSet();
  expect(await readdir(join(folder, "data"))).toContain("oms.sqlite");
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const first = await ask(
    {},
    { origin: "https://app.example", traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  );
  expect(first.status).toBe(200);
  expect(first.headers.get("access-control-allow-origin")).toBe("https://app.example");
  expect((await ask({ issuer: "trading-oms" })).status).toBe(401);
  expect((await ask({ audience: "trading-oms" })).status).toBe(401);
  expect((await ask({ key: otherKey })).status).toBe(401);
  const untraced = await ask({}, { origin: "https://other.example" });
  expect(untraced.headers.get("access-control-allow-origin")).toBeNull();
  expect(untraced.headers.get("traceparent")).toMatch(/-00$/);
  expect([(await ask({})).status, (await ask({})).status]).toEqual([200, 429]);
  expect(server.written()).toBe("");

  const { hostname, port } = new URL(server.origin);
  const slow = connect(Number(port), hostname).on("error", () => {});
  slow.write(
    `PATCH /api/v1/users/covered-margin-call HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${await tokenOf("eve")}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 400\r\n\r\n{",
  );
  slow.resume();
  await vi.waitFor(() => expect(collector.batches).toHaveLength(1), { timeout: 20_000 });
  const [batch] = collector.batches;
  expect(batch?.spans.map((span) => span.traceId)).toEqual([traceId]);
  expect(batch?.headers["authorization"]).toBe("Basic YTpi");
  expect(batch?.resource).toContainEqual({ key: "service.name", value: { stringValue: "orders-test" } });
  const beganMs = performance.now();
  server.signal("SIGTERM");
  expect(await server.ended).toBe(1);
  expect(performance.now() - beganMs).toBeLessThan(5_000);
});

test("the greeting's token is valid for the user demo", async () => {
  const { origin, written } = await startBuiltServer({ DATA_DIR: await makeFolder() });
  await vi.waitFor(() => expect(written()).toContain("TOKEN="), { timeout: 20_000 });
  const [, token = ""] = /TOKEN=(\S+)/.exec(written()) ?? [];
  expect(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
    sub: "demo",
  });
  const { status } = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200));
  expect(await askAs(`${origin}/metrics`, "rebound.example")).toBe(421);
  expect(await askAs(`${origin}/metrics`, "localhost")).toBe(200);
});

test("a server whose key host does not respond is alive and reports at once that it is not ready", async () => {
  const host = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  await new Promise((settle) => host.once("listening", settle));
  const { origin } = await startBuiltServer({
    DATA_DIR: await makeFolder(),
    AUTH_JWKS_URL: `http://127.0.0.1:${(host.address() as AddressInfo).port}/keys`,
  });
  const beganMs = performance.now();
  const response = await fetch(`${origin}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ checks: { store: true, keys: false, serving: true } });
  expect(performance.now() - beganMs).toBeLessThan(2_000);
});

test("an emptied key file invalidates all tokens within seconds, and /readyz reports a missing one", async () => {
  const folder = await makeFolder();
  const file = join(folder, "issuer.json");
  const key = await makeKey({ algorithm: "ES256", now });
  await writeFile(file, JSON.stringify(publicKeysOf({ keys: [key] })));
  const { origin, written } = await startBuiltServer({ DATA_DIR: folder, AUTH_JWKS_FILE: file });
  const parties = { issuer: "trading-oms", audience: "trading-oms" };
  const token = await signToken({ key, userId: "ann", ttlMs: 60_000, ...parties, now });
  const ask = async () =>
    (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  const look = async () => (await fetch(`${origin}/readyz`)).status;
  expect(await ask()).toBe(200);
  await vi.waitFor(async () => expect(await look()).toBe(200));
  await writeFile(file, '{"keys":[]}');
  await vi.waitFor(async () => expect(await ask()).toBe(401), { timeout: 15_000, interval: 100 });
  expect(await look()).toBe(200);
  await vi.waitFor(() => expect(written()).toContain('"code":"keys_empty"'));
  await rm(file);
  await vi.waitFor(async () => expect(await look()).toBe(503), { timeout: 15_000, interval: 100 });
  expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ checks: { keys: false } });
});

/** Asks with a `Host` of its own, and returns the status. */
async function askAs(url: string, host: string): Promise<number | undefined> {
  const [answer] = await once(get(url, { headers: { host } }), "response");
  answer.resume();
  return answer.statusCode;
}
