import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBuiltServer } from "../../testing/start-built-server.ts";
import { listUnguarded } from "./settings.ts";

const feedAt = (...servers: readonly string[]) =>
  listUnguarded({
    feed: { kind: "nats", servers, takesSimulated: false },
    databaseUrl: undefined,
    readUrl: undefined,
  });
const databaseAt = (databaseUrl: string) =>
  listUnguarded({ feed: { kind: "none" }, databaseUrl, readUrl: undefined });

test.for(["nats://nats.example.com:4222", "nats://127.0.0.1:4222,nats://10.0.0.7:4222"])(
  "%s is on another host, neither encrypted nor authenticated",
  (address) => {
    expect(feedAt(...address.split(","))).toEqual(["FEED"]);
  },
);

test.for([
  "nats://127.0.0.1:4222",
  "nats://localhost",
  "nats://[::1]:4222",
  "nats://server:secret@nats.example.com:4222",
  "tls://nats.example.com:4222",
])("%s is this machine, encrypted or authenticated", (address) => {
  expect(feedAt(address)).toEqual([]);
});

test.for([
  "postgres://oms@db.example.com/oms",
  "postgres://oms@db.example.com/oms?sslmode=disable",
  "postgres://oms@localhost/oms?host=db.example.com",
])("%s is on another host, neither encrypted nor authenticated", (address) => {
  expect(databaseAt(address)).toEqual(["DATABASE_URL"]);
});

test.for([
  "postgres://oms@127.0.0.1:5432/oms",
  "postgres:///oms",
  "postgres://oms@%2Frun%2Fpostgresql/oms",
  "postgres://oms@db.example.com/oms?host=/run/postgresql",
  "postgres://oms:secret@db.example.com/oms",
  "postgres://oms@db.example.com/oms?sslmode=verify-full",
])("%s is this machine, encrypted or authenticated", (address) => {
  expect(databaseAt(address)).toEqual([]);
});

test("a server that starts with such a feed warns of it, in one line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "server-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const environment = { DATA_DIR: folder, FEED: "nats://nats.invalid:4222", LOG_LEVEL: "warn" };
  const { written } = await startBuiltServer(environment);
  const lines = written()
    .split("\n")
    .filter((line) => line.includes("names another host"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", event: "FEED names another host, neither encrypted nor authenticated" },
  ]);
});
