/** The table of all settings. `--help` and docs/settings.md are generated from it. */
import { dueDefaults } from "@trading-oms/market";
import { type Form, limit, oneOf, text, whole } from "../../setting-forms.ts";
import { type Setting, setting, sharedSettings } from "../../settings-table.ts";
import * as forms from "./forms.ts";

const { onOrOff } = forms;

/** A setting of the server on Node, Bun and Deno alone. */
function onNode<const Fallback extends string, Value>(
  name: string,
  fallback: Fallback,
  form: Form<Value>,
  about: string,
) {
  return setting(name, fallback, form, ["node"], about);
}

/** All settings: those of the server and of `oms` alone, then those that Workers read as well. */
export const settingsTable = {
  port: onNode("PORT", "8787", whole(0, 65_535), "the port to listen on; 0 chooses a free port"),
  host: onNode("HOST", "127.0.0.1", forms.host, "an IP address or a host name of this machine"),
  dataFolder: setting(
    "DATA_DIR",
    "./data",
    text,
    ["node", "oms"],
    "the folder for the SQLite file and the demonstration's keys",
  ),
  databaseUrl: setting(
    "DATABASE_URL",
    "",
    forms.database,
    ["node", "oms"],
    "postgres://user:password@host:5432/database; without it, oms.sqlite in DATA_DIR",
  ),
  connectionCountMax: onNode(
    "DATABASE_CONNECTIONS",
    "10",
    whole(1, 1_000),
    "the maximum number of connections of this process to PostgreSQL",
  ),
  databaseTimeoutMs: onNode(
    "DATABASE_TIMEOUT_MS",
    "5000",
    whole(1_000, 60_000),
    "how long PostgreSQL may take for a connection, and for a statement with its wait for locks, before it fails",
  ),
  clockToleranceMs: onNode(
    "CLOCK_TOLERANCE_MS",
    "5000",
    limit(600_000),
    "how far the clock of this process may differ from PostgreSQL's before it is not ready and watches no positions; 0 for no comparison",
  ),
  isWatching: onNode(
    "WATCH",
    "on",
    onOrOff,
    "off: this process does not watch positions and does not notify their owners; other processes do",
  ),
  operator: onNode(
    "OPERATOR",
    "",
    onOrOff,
    "on serves the desk at /console and the operations of operator.yaml to tokens with a role; default: on with the demonstration's own keys, otherwise off",
  ),
  callDueDays: setting(
    "CALL_DUE_DAYS",
    dueDefaults.days,
    whole(1, dueDefaults.daysMax),
    ["node", "oms"],
    "the trading day after its opening on which a margin call is due",
  ),
  callDueTime: setting(
    "CALL_DUE_TIME",
    dueDefaults.time,
    forms.timeOfDay,
    ["node", "oms"],
    "the time of that day in UTC+7",
  ),
  contactUrl: onNode(
    "CONTACT_URL",
    "",
    forms.contactUrl,
    "the page of an account in another system, which the desk links to, such as https://crm.example.com/{accountId}",
  ),
  feedSource: setting(
    "FEED",
    "",
    forms.feed,
    ["node", "oms"],
    "simulated, none, or nats://host:port, several separated by commas; default: simulated with the demonstration's own keys and SQLite file, otherwise none",
  ),
  takesSimulated: onNode(
    "FEED_SIMULATED",
    "off",
    onOrOff,
    "on accepts simulated prices over NATS; off ignores and counts them",
  ),
  simulatedSpeed: onNode(
    "SIMULATED_SPEED",
    "10",
    whole(1, 1_000),
    "the speed of a simulated exchange relative to the clock; 1 is real time",
  ),
  simulatedHours: onNode(
    "SIMULATED_HOURS",
    "always",
    oneOf("always", "exchange"),
    "exchange trades at the hours of the exchanges, not on weekends and holidays; always trades at any time",
  ),
  simulatedSeed: onNode(
    "SIMULATED_SEED",
    "1",
    whole(0, 2_147_483_647),
    "the same seed, start and catalog produce the same prices",
  ),
  simulatedStart: onNode(
    "SIMULATED_START",
    "",
    forms.time,
    "the initial time of the simulated exchange, such as 2026-11-17T09:15+07:00; default: now, or 9:15 if it always trades",
  ),
  jwksFile: setting(
    "AUTH_JWKS_FILE",
    "",
    text,
    ["node", "oms"],
    "a file with the issuer's keys, instead of AUTH_JWKS_URL; changes take effect within seconds",
  ),
  operatorRequestsMax: onNode(
    "RATE_LIMIT_OPERATOR",
    "6000",
    limit(1_000_000),
    "requests per minute and person at the desk, counted per process; 0 for no limit",
  ),
  userStreamsMax: onNode(
    "STREAMS_PER_USER",
    "10",
    limit(1_000_000),
    "open streams per user, counted per process; one more ends the user's oldest; 0 for no limit",
  ),
  addressStreamsMax: onNode(
    "STREAMS_PER_ADDRESS",
    "50",
    limit(1_000_000),
    "open streams without a token per network address, counted per process; 0 for no limit",
  ),
  anonymousStreamsMax: onNode(
    "STREAMS_WITHOUT_TOKEN",
    "2000",
    limit(1_000_000),
    "open streams without a token in sum, counted per process; then third and later ones of an address give way to the first two of others; 0 for no limit",
  ),
  anonymousSymbolsMax: onNode(
    "STREAM_SYMBOLS_WITHOUT_TOKEN",
    "100000",
    limit(100_000_000),
    "symbols that streams without a token follow in sum, counted per process: each once for price, twice for quote, four times for depth; as above when there are too many; 0 for no limit",
  ),
  cardWorkerCountMax: onNode(
    "CARD_WORKERS",
    "0",
    limit(256),
    "how many identity cards are read in parallel, each in its own process; 0 for one per core",
  ),
  waitingCardCountMax: onNode(
    "CARD_QUEUE",
    "16",
    whole(0, 10_000),
    "how many identity cards may wait for such a process; further ones are answered by 503 with Retry-After",
  ),
  imagePlace: setting(
    "IMAGES",
    "",
    forms.imagePlace,
    ["node", "oms"],
    "where images of identity cards are stored: a folder such as /var/lib/oms/images, or a bucket such as https://s3.example.com/cards; without it none are stored",
  ),
  imageKeyFile: setting(
    "IMAGES_KEY_FILE",
    "",
    text,
    ["node", "oms"],
    "the file with the encryption keys of images; create it with oms images key",
  ),
  bucketRegion: setting("IMAGES_S3_REGION", "us-east-1", text, ["node", "oms"], "the region of the bucket"),
  bucketKeyId: setting(
    "IMAGES_S3_ACCESS_KEY_ID",
    "",
    text,
    ["node", "oms"],
    "the access key id for the bucket",
  ),
  bucketSecret: setting(
    "IMAGES_S3_SECRET_ACCESS_KEY",
    "",
    text,
    ["node", "oms"],
    "the secret access key for the bucket",
  ),
  trustedProxyCount: onNode(
    "TRUSTED_PROXIES",
    "0",
    whole(0, 16),
    "the number of proxies that append to X-Forwarded-For; 0 uses the peer address as the client address",
  ),
  build: onNode(
    "BUILD",
    "",
    forms.build,
    "the commit or build of this program, which metrics, traces and the desk name after its version",
  ),
  drainDelayMs: onNode(
    "DRAIN_DELAY_MS",
    "500",
    whole(0, 600_000),
    "how long connections are still accepted after a stop signal, so that load balancers notice",
  ),
  shutdownTimeoutMs: onNode(
    "SHUTDOWN_TIMEOUT_MS",
    "10000",
    whole(100, 600_000),
    "how long requests in progress may take after that",
  ),
  tracesUrl: onNode(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "",
    forms.httpUrl,
    "the collector of traces, by OTLP over HTTP; without it no traces are recorded",
  ),
  tracesHeaders: onNode(
    "OTEL_EXPORTER_OTLP_HEADERS",
    "",
    forms.httpHeaders,
    "headers sent with traces, as name=value, separated by commas, percent-encoded",
  ),
  tracesRatio: onNode(
    "OTEL_TRACES_SAMPLER_ARG",
    "1",
    forms.ratio,
    "the share of traces to send, 0 to 1, if the caller has not decided",
  ),
  serviceName: onNode("OTEL_SERVICE_NAME", "trading-oms", text, "the name of this service in traces"),
  mayDemonstrate: onNode(
    "DEMONSTRATION",
    "off",
    onOrOff,
    "on allows the demonstration's own keys together with a DATABASE_URL",
  ),
  nodeMode: setting(
    "NODE_ENV",
    "",
    text,
    ["node", "oms"],
    "production: the server does not start without AUTH_JWKS_URL or AUTH_JWKS_FILE",
  ),
  ...sharedSettings,
} as const satisfies Readonly<Record<string, Setting>>;
