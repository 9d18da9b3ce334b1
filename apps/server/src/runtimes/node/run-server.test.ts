import { EventEmitter, once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeKey } from "@trading-oms/access";
import { documentHead } from "@trading-oms/contract";
import { openSqliteStore } from "@trading-oms/store";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../testing/make-folder.ts";
import { runBuiltServer } from "../../testing/run-built-server.ts";
import { startBuiltServer } from "../../testing/start-built-server.ts";
import { handleSignals } from "./run-server.ts";

test("exits with 1 and says what to do if the port is taken", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await runBuiltServer({ PORT: String(port), DATA_DIR: await makeFolder() })).toEqual({
    code: 1,
    complained: `Port ${port} on 127.0.0.1 is taken; stop what listens there, or choose another by PORT.\n`,
  });
});

test("reports a data folder that cannot be created as a faulty setting", async () => {
  const file = join(await makeFolder(), "file");
  await writeFile(file, '{"keys":[]}');
  expect(await runBuiltServer({ DATA_DIR: file })).toEqual({
    code: 2,
    complained: `DATA_DIR is ${file}, which can't be read and written (ENOTDIR); name another.\n`,
  });
});

test("does not open a database of a newer version, and names the required version", async () => {
  const folder = await makeFolder();
  const path = join(folder, "oms.sqlite");
  await (await openSqliteStore({ path })).close();
  const database = new DatabaseSync(path);
  database.exec("pragma user_version = 999");
  database.close();
  const { code, complained } = await runBuiltServer({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(complained).toMatch(
    /^.*oms\.sqlite has schema 999, and this version of the program needs schema \d+\. .+\n$/,
  );
});

test("names a file that is not a database", async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, "oms.sqlite"), "x".repeat(4_096));
  expect(await runBuiltServer({ DATA_DIR: folder })).toEqual({
    code: 1,
    complained: `${join(folder, "oms.sqlite")} is not a database; name another file, or move it away.\n`,
  });
});

test("answers probes while PostgreSQL is unreachable, and logs why without its password", async () => {
  const { origin, written, signal, ended } = await startBuiltServer({
    DATABASE_URL: "postgres://oms:hunter2@127.0.0.1:1/oms",
    DEMONSTRATION: "on",
    DATA_DIR: await makeFolder(),
  });
  const readiness = await fetch(`${origin}/readyz`);
  expect({ status: readiness.status, body: await readiness.json() }).toMatchObject({
    status: 503,
    body: { checks: { store: false, serving: false }, reasons: { store: "unreachable" } },
  });
  const search = await fetch(`${origin}/api/v1/MarketData/GetSymbolSearch/fpt`);
  expect({ status: search.status, retryAfter: search.headers.get("retry-after") }).toEqual({
    status: 503,
    retryAfter: "1",
  });
  expect((await fetch(`${origin}/metrics`)).status).toBe(200);
  expect(written()).toContain('"why":"PostgreSQL can\'t be used (ECONNREFUSED)');
  expect(written()).not.toContain("hunter2");
  signal("SIGTERM");
  expect(await ended).toBe(0);
});

test("reports several invalid settings and an unknown option together", async () => {
  const { code, complained } = await runBuiltServer(
    { PORT: "99999", LOG_LEVEL: "loud", RATE_LIMIT_USER: "-1", AUTH_ISUER: "x" },
    "--verbose",
  );
  expect(code).toBe(2);
  expect(complained.split("\n").map((line) => line.split(" ")[0])).toEqual([
    "--verbose",
    "PORT",
    "RATE_LIMIT_USER",
    "LOG_LEVEL",
    "AUTH_ISUER",
    "",
  ]);
});

test("rejects the demonstration's keys in production", async () => {
  expect(await runBuiltServer({ NODE_ENV: "production", DATA_DIR: await makeFolder() })).toEqual({
    code: 2,
    complained:
      "NODE_ENV is production, so that keys of your own are needed: set AUTH_JWKS_URL or AUTH_JWKS_FILE.\n",
  });
});

test("reports the version of the product with its build, and SIGTERM stops the server gracefully", async () => {
  const server = await startBuiltServer({
    DATA_DIR: await makeFolder(),
    DRAIN_DELAY_MS: "0",
    BUILD: "6a8872e5",
  });
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  expect(metrics).toContain(
    `oms_build_info{version="${documentHead.info.version}+6a8872e5",node="${process.versions.node}"} 1`,
  );
  server.signal("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.written()).toContain('"event":"stopped"');
});

test("SIGINT stops a server at once that SIGTERM is stopping", async () => {
  const server = await startBuiltServer({ DATA_DIR: await makeFolder(), DRAIN_DELAY_MS: "60000" });
  server.signal("SIGTERM");
  await vi.waitFor(() => expect(server.written()).toContain('"event":"stopping"'), { timeout: 4_000 });
  server.signal("SIGINT");
  expect(await server.ended).toBe(1);
});

test("reports faulty keys in the data folder with their file", async () => {
  const folder = await makeFolder();
  const path = join(folder, "keys.json");
  await writeFile(path, '{"keys":[{"kty":"oct"}]}', { mode: 0o600 });
  const { code, complained } = await runBuiltServer({ DATA_DIR: folder });
  expect(code).toBe(2);
  expect(complained).toMatch(new RegExp(`^DATA_DIR has ${folder}/keys\\.json: There is no key in it .+\\n$`));
});

test.runIf(process.getuid !== undefined)(
  "rejects private keys that others can read, and says how to correct it",
  async () => {
    const folder = await makeFolder();
    const file = join(folder, "keys.json");
    const keys = [await makeKey({ algorithm: "ES256", now: () => Date.now() })];
    await writeFile(file, JSON.stringify({ keys }));
    await chmod(file, 0o644);
    const mend = `Users other than its owner can read it: run chmod 600 ${file}\n`;
    expect(await runBuiltServer({ DATA_DIR: folder })).toEqual({
      code: 2,
      complained: `DATA_DIR has ${file}: ${mend}`,
    });
    expect(await runBuiltServer({ DATA_DIR: folder, AUTH_JWKS_FILE: file })).toEqual({
      code: 2,
      complained: `AUTH_JWKS_FILE names ${file}: ${mend}`,
    });
  },
);

function plan() {
  const source = new EventEmitter();
  const codes: number[] = [];
  const clock = { nowMs: 0 };
  const signals = handleSignals(
    source as unknown as NodeJS.Process,
    (code) => void codes.push(code),
    () => clock.nowMs,
  );
  return { source, codes, signals, clock };
}

test("a signal during the start ends the process at once", () => {
  const { source, codes } = plan();
  source.emit("SIGTERM");
  expect(codes).toEqual([0]);
});

test.each([
  ["SIGTERM", "SIGINT"],
  ["SIGINT", "SIGTERM"],
  ["SIGINT", "SIGINT"],
])("%s requests a graceful stop, and %s afterwards ends the process at once", async (first, second) => {
  const { source, codes, signals, clock } = plan();
  const asked = signals.untilStopRequested();
  source.emit(first);
  await asked;
  expect(codes).toEqual([]);
  clock.nowMs += 501;
  source.emit(second);
  expect(codes).toEqual([1]);
});

test("a signal that npm passes on as well counts once", async () => {
  const { source, codes, signals } = plan();
  const asked = signals.untilStopRequested();
  source.emit("SIGINT");
  source.emit("SIGINT");
  await asked;
  expect(codes).toEqual([]);
  source.emit("SIGTERM");
  expect(codes).toEqual([1]);
});

test("a signal after listening has begun is kept until a graceful stop is possible", async () => {
  const { source, codes, signals, clock } = plan();
  signals.hold();
  source.emit("SIGTERM");
  expect(codes).toEqual([]);
  await signals.untilStopRequested();
  expect(codes).toEqual([]);
  clock.nowMs += 501;
  source.emit("SIGTERM");
  expect(codes).toEqual([1]);
});
