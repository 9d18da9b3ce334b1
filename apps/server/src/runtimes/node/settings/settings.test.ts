import { readNatsServers } from "@trading-oms/feed";
import { expect, test } from "vitest";
import { makeFolder } from "../../../testing/make-folder.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";
import { settingsOf } from "../../settings.ts";
import { listUnguarded, readSettings } from "./settings.ts";
import { settingsTable } from "./table.ts";

test("needs no settings on a fresh machine: SQLite, loopback only, own keys", () => {
  expect(readSettings([], {})).toMatchObject({
    kind: "settings",
    settings: {
      port: 8787,
      host: "127.0.0.1",
      dataFolder: "./data",
      databaseUrl: undefined,
      keysFrom: { kind: "own", folder: "./data" },
      issuer: "trading-oms",
      audience: "trading-oms",
      algorithms: ["ES256", "EdDSA"],
      roleClaim: "roles",
      corsOrigins: new Set(["http://localhost:*", "http://127.0.0.1:*"]),
      userRequestsMax: 600,
      addressRequestsMax: 600,
      trustedProxyCount: 0,
      logLevel: "info",
      tracesUrl: undefined,
    },
  });
});

test("treats an empty variable as unset", () => {
  expect(readSettings([], { PORT: "", DATABASE_URL: "", AUTH_JWKS_URL: "" })).toEqual(readSettings([], {}));
});

test("reports all faults together without quoting possible passwords", () => {
  const reading = readSettings(["--port"], {
    PORT: "80800",
    HOST: "127.0.0.256",
    DATABASE_URL: "mysql://oms:hunter2@db/oms",
    AUTH_JWKS_URL: "http://id.example.com/keys",
    AUTH_ALGORITHMS: "HS256",
    AUTH_ISSUERS: "https://id.example.com",
    CORS_ORIGINS: "https://app.example.com/",
    RATE_LIMIT_USER: "many",
    LOG_LEVEL: "debug",
  });
  if (reading.kind !== "faulty") throw new Error("It was read.");
  const told = reading.faults.map((fault) => fault.split(" ")[0]);
  expect(told).toEqual([
    "--port",
    "PORT",
    "HOST",
    "DATABASE_URL",
    "AUTH_JWKS_URL",
    "AUTH_ALGORITHMS",
    "CORS_ORIGINS",
    "RATE_LIMIT_USER",
    "LOG_LEVEL",
    "AUTH_ISSUERS",
  ]);
  expect(reading.faults.join(" ")).not.toContain("hunter2");
});

test.each([
  [{ NODE_ENV: "production" }, "NODE_ENV is production"],
  [{ HOST: "0.0.0.0" }, "HOST is reached from other machines"],
  [{ HOST: "::" }, "HOST is reached from other machines"],
  [{ DATABASE_URL: "postgres://oms@db.example.com/oms" }, "DATABASE_URL may hold other people's accounts"],
  [{ AUTH_JWKS_URL: "https://id.example.com/k", AUTH_JWKS_FILE: "k.json" }, "are both set"],
])(
  "allows the demonstration's own keys only on this machine and not in production: %o",
  (environment, why) => {
    const reading = readSettings([], environment);
    expect(reading).toMatchObject({ kind: "faulty", faults: [expect.stringContaining(why)] });
  },
);

test("allows an issuer's keys everywhere", () => {
  const reading = readSettings([], {
    NODE_ENV: "production",
    HOST: "0.0.0.0",
    AUTH_JWKS_URL: "https://id.example.com/keys",
  });
  expect(reading).toMatchObject({
    kind: "settings",
    settings: { keysFrom: { kind: "url", url: "https://id.example.com/keys" } },
  });
});

const ownKeys = { AUTH_JWKS_URL: "https://id.example.com/keys" };
const played = { kind: "simulated", seed: 1, speed: 10, hours: "always", startMs: undefined };

test.each([
  [{}, played],
  [{ FEED: "none" }, { kind: "none" }],
  [ownKeys, { kind: "none" }],
  [{ DATABASE_URL: "postgres://oms@localhost/oms", DEMONSTRATION: "on" }, { kind: "none" }],
  [{ ...ownKeys, FEED: "simulated" }, played],
  [
    {
      SIMULATED_SPEED: "60",
      SIMULATED_SEED: "7",
      SIMULATED_HOURS: "exchange",
      SIMULATED_START: "2026-11-17T09:15+07:00",
    },
    { kind: "simulated", seed: 7, speed: 60, hours: "exchange", startMs: Date.UTC(2026, 10, 17, 2, 15) },
  ],
  [
    { FEED: "nats://a:4222, nats://b" },
    { kind: "nats", servers: { servers: ["a:4222", "b:4222"] }, takesSimulated: false },
  ],
  [
    { FEED: "nats://a", FEED_SIMULATED: "on" },
    { kind: "nats", takesSimulated: true },
  ],
])("simulates prices only for the demonstration or if FEED says so: %o", (environment, feed) => {
  expect(readSettings([], environment)).toMatchObject({ kind: "settings", settings: { feed } });
});

test.each([
  [{ FEED: "simulation" }, "FEED has to be simulated, none, or addresses such as nats://host:4222"],
  [{ FEED: "nats://a:4222,http://b" }, "FEED has to be simulated"],
  [{ FEED: "," }, "FEED has to be simulated"],
  [{ CALL_DUE_TIME: "25:00" }, "CALL_DUE_TIME has to be"],
  [{ CALL_DUE_DAYS: "0" }, "CALL_DUE_DAYS has to be"],
  [{ SIMULATED_SPEED: "0" }, "SIMULATED_SPEED has to be a whole number from 1 to 1000"],
  [{ SIMULATED_SPEED: "1.5" }, "SIMULATED_SPEED has to be"],
  [{ SIMULATED_HOURS: "night" }, "SIMULATED_HOURS has to be one of always, exchange"],
  [{ SIMULATED_SEED: "-1" }, "SIMULATED_SEED has to be"],
  [{ SIMULATED_START: "2026-11-17T09:15" }, "SIMULATED_START has to be a time with its offset"],
  [{ SIMULATED_START: "2026-11-37T09:15Z" }, "SIMULATED_START has to be"],
  [{ SIMULATED_SEEDS: "1" }, "SIMULATED_SEEDS is no setting"],
])("rejects invalid settings of the simulation: %o", (environment, why) => {
  const reading = readSettings([], environment);
  expect(reading).toMatchObject({ kind: "faulty", faults: [expect.stringContaining(why)] });
});

test("lists every variable with its default in the help", () => {
  const help = readSettings(["--help"], {});
  if (help.kind !== "help") throw new Error("There is no help.");
  for (const [, { name, fallback }] of settingsOf("node", settingsTable)) {
    const line = help.text.split("\n").find((each) => each.trimStart().startsWith(`${name} `));
    expect(line, name).toContain(fallback === "" ? name : `(${fallback})`);
  }
});

/** `pnpm exec vitest run runtimes/node/settings -u` writes the page anew. */
test("docs/settings.md lists every variable with its default, its readers and the words of the help", async () => {
  const titles = {
    node: "server",
    worker: "Worker",
    cards: "Worker for cards",
    images: "Worker for images",
    watch: "Worker that watches",
    oms: "`oms`",
  };
  const rows = Object.values(settingsTable).map(({ name, fallback, readers, about }) => {
    const usual = fallback === "" ? "" : `\`${fallback}\``;
    const readBy = readers.map((reader) => titles[reader]).join(", ");
    return `| \`${name}\` | ${usual} | ${readBy} | ${about.replaceAll("|", "\\|")} |`;
  });
  const page = [
    "# Settings",
    "",
    "Settings of the server on Node, Bun and Deno, and of `oms`, are environment variables; those of a Worker are its `vars` and",
    "secrets. This page is generated from the table that also validates them and prints the server's `--help`; see",
    "[operating](operating.md) for what they mean in practice.",
    "",
    "| Variable | Default | Read by | Meaning |",
    "|---|---|---|---|",
    ...rows,
    "",
  ];
  await expect(page.join("\n")).toMatchFileSnapshot("../../../../../../docs/settings.md");
});

const feedAt = (addresses: string) => {
  const servers = readNatsServers(addresses);
  if (servers === undefined) throw new Error("There are no such servers.");
  return listUnguarded({ feed: { kind: "nats", servers, takesSimulated: false }, databaseUrl: undefined });
};
const databaseAt = (databaseUrl: string) => listUnguarded({ feed: { kind: "none" }, databaseUrl });

test.for(["nats://nats.example.com:4222", "nats://127.0.0.1:4222,nats://10.0.0.7:4222"])(
  "warns that %s is on another host, neither encrypted nor authenticated",
  (address) => {
    expect(feedAt(address)).toEqual(["FEED"]);
  },
);

test.for([
  "nats://127.0.0.1:4222",
  "nats://localhost",
  "nats://[::1]:4222",
  "nats://server:secret@nats.example.com:4222",
  "tls://nats.example.com:4222",
])("does not warn about %s", (address) => {
  expect(feedAt(address)).toEqual([]);
});

test.for([
  "postgres://oms@db.example.com/oms",
  "postgres://oms@db.example.com/oms?sslmode=disable",
  "postgres://oms@localhost/oms?host=db.example.com",
])("warns that %s is on another host, neither encrypted nor authenticated", (address) => {
  expect(databaseAt(address)).toEqual(["DATABASE_URL"]);
});

test.for([
  "postgres://oms@127.0.0.1:5432/oms",
  "postgres:///oms",
  "postgres://oms@%2Frun%2Fpostgresql/oms",
  "postgres://oms@db.example.com/oms?host=/run/postgresql",
  "postgres://oms:secret@db.example.com/oms",
  "postgres://oms@db.example.com/oms?sslmode=verify-full",
])("does not warn about %s", (address) => {
  expect(databaseAt(address)).toEqual([]);
});

test("logs one warning when a server starts with such a feed", async () => {
  const folder = await makeFolder();
  const environment = { DATA_DIR: folder, FEED: "nats://nats.invalid:4222", LOG_LEVEL: "warn" };
  const { written } = await startBuiltServer(environment);
  const lines = written()
    .split("\n")
    .filter((line) => line.includes("neither encrypted"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", event: "connection neither encrypted nor authenticated", name: "FEED" },
  ]);
});

test.each([
  ["DATABASE_ULR", "DATABASE_URL"],
  ["DATABASE_READ_URL", "DATABASE_URL"],
  ["TRUSTED_PROXY", undefined],
  ["TRUSTED_PROXIE", "TRUSTED_PROXIES"],
  ["RATE_LIMIT_USERS", "RATE_LIMIT_USER"],
  ["LOG_LEVEI", "LOG_LEVEL"],
  ["HOSTS", undefined],
  ["LOG_LEVEL", undefined],
])("%s is taken for a mistyped %s, which is no fault", (name, meant) => {
  const reading = readSettings([], { [name]: "info" });
  expect(reading).toMatchObject({
    kind: "settings",
    settings: { mistyped: meant === undefined ? [] : [{ name, meant }] },
  });
});

test("the desk's calls are due when the settings say", () => {
  const reading = readSettings([], { OPERATOR: "on", CALL_DUE_DAYS: "3", CALL_DUE_TIME: "15:30" });
  expect(reading).toMatchObject({ settings: { desk: { due: { days: 3, minuteOfDay: 930 } } } });
});
