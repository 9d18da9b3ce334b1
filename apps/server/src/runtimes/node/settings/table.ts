/** The table of all settings. `--help` and docs/settings.md are generated from it. */
import { dueDefaults } from "@trading-oms/market";
import { limit, oneOf, text, whole } from "../../setting-forms.ts";
import { readBy, sharedSettings } from "../../settings-table.ts";
import * as forms from "./forms.ts";

const { onOrOff } = forms;

const onNode = readBy("node");
const onNodeAndOms = readBy("node", "oms");
const onOms = readBy("oms");

/** All settings: those of the server and of `oms` alone, then those that Workers read as well. */
export const settingsTable = {
  port: onNodeAndOms("PORT", "the port to listen on; 0 chooses a free port", whole(0, 65_535), "8787"),
  host: onNode("HOST", "an IP address or a host name of this machine", forms.host, "127.0.0.1"),
  dataFolder: onNodeAndOms(
    "DATA_DIR",
    "the folder for the SQLite file and the demonstration's keys",
    text,
    "./data",
  ),
  databaseUrl: onNodeAndOms(
    "DATABASE_URL",
    "postgres://user:password@host:5432/database; without it, oms.sqlite in DATA_DIR",
    forms.database,
  ),
  connectionCountMax: onNode(
    "DATABASE_CONNECTIONS",
    "the maximum number of connections of this process to PostgreSQL",
    whole(1, 1_000),
    "10",
  ),
  databaseTimeoutMs: onNode(
    "DATABASE_TIMEOUT_MS",
    "how long PostgreSQL may take for a connection, and for a statement with its wait for locks, before it fails",
    whole(1_000, 60_000),
    "5000",
  ),
  clockToleranceMs: onNode(
    "CLOCK_TOLERANCE_MS",
    "how far the clock of this process may differ from PostgreSQL's before it is not ready and watches no positions; 0 for no comparison",
    limit(600_000),
    "5000",
  ),
  isWatching: onNode(
    "WATCH",
    "off: this process does not watch positions and does not notify their owners; other processes do",
    onOrOff,
    "on",
  ),
  operator: onNode(
    "OPERATOR",
    "on serves the desk at /console and the operations of operator.yaml to tokens with a role; default: on with the demonstration's own keys, otherwise off",
    onOrOff,
  ),
  callDueDays: onNode(
    "CALL_DUE_DAYS",
    "the trading day after its opening on which a margin call is due",
    whole(1, dueDefaults.daysMax),
    dueDefaults.days,
  ),
  callDueTime: onNode("CALL_DUE_TIME", "the time of that day in UTC+7", forms.timeOfDay, dueDefaults.time),
  contactUrl: onNode(
    "CONTACT_URL",
    "the page of an account in another system, which the desk links to, such as https://crm.example.com/{accountId}",
    forms.contactUrl,
  ),
  feedSource: onNodeAndOms(
    "FEED",
    "simulated, none, or nats://host:port, several separated by commas; default: simulated with the demonstration's own keys and SQLite file, otherwise none",
    forms.feed,
  ),
  takesSimulated: onNode(
    "FEED_SIMULATED",
    "on accepts simulated prices over NATS; off ignores and counts them",
    onOrOff,
    "off",
  ),
  simulatedSpeed: onNode(
    "SIMULATED_SPEED",
    "the speed of a simulated exchange relative to the clock; 1 is real time",
    whole(1, 1_000),
    "10",
  ),
  simulatedHours: onNode(
    "SIMULATED_HOURS",
    "exchange trades at the hours of the exchanges, not on weekends and holidays; always trades at any time",
    oneOf("always", "exchange"),
    "always",
  ),
  simulatedSeed: onNode(
    "SIMULATED_SEED",
    "the same seed, start and catalog produce the same prices",
    whole(0, 2_147_483_647),
    "1",
  ),
  simulatedStart: onNode(
    "SIMULATED_START",
    "the initial time of the simulated exchange, such as 2026-11-17T09:15+07:00; default: now, or 9:15 if it always trades",
    forms.time,
  ),
  jwksFile: onNodeAndOms(
    "AUTH_JWKS_FILE",
    "a file with the issuer's keys, instead of AUTH_JWKS_URL; changes take effect within seconds",
  ),
  operatorRequestsMax: onNode(
    "RATE_LIMIT_OPERATOR",
    "requests per minute and person at the desk, counted per process; 0 for no limit",
    limit(1_000_000),
    "6000",
  ),
  userStreamsMax: onNode(
    "STREAMS_PER_USER",
    "open streams per user, counted per process; one more ends the user's oldest; 0 for no limit",
    limit(1_000_000),
    "10",
  ),
  addressStreamsMax: onNode(
    "STREAMS_PER_ADDRESS",
    "open streams without a token per network address, counted per process; 0 for no limit",
    limit(1_000_000),
    "50",
  ),
  anonymousStreamsMax: onNode(
    "STREAMS_WITHOUT_TOKEN",
    "open streams without a token in sum, counted per process; then third and later ones of an address give way to the first two of others; 0 for no limit",
    limit(1_000_000),
    "2000",
  ),
  anonymousSymbolsMax: onNode(
    "STREAM_SYMBOLS_WITHOUT_TOKEN",
    "symbols that streams without a token follow in sum, counted per process: each once for price, twice for quote, four times for depth; as above when there are too many; 0 for no limit",
    limit(100_000_000),
    "100000",
  ),
  cardWorkerCountMax: onNode(
    "CARD_WORKERS",
    "how many identity cards are read in parallel, each in its own process; 0 for one per core",
    limit(256),
    "0",
  ),
  waitingCardCountMax: onNode(
    "CARD_QUEUE",
    "how many identity cards may wait for such a process; further ones are answered by 503 with Retry-After",
    whole(0, 10_000),
    "16",
  ),
  imagePlace: onNodeAndOms(
    "IMAGES",
    "where images of identity cards are stored: a folder such as /var/lib/oms/images, or a bucket such as https://s3.example.com/cards; without it none are stored",
    forms.imagePlace,
  ),
  imageKeyFile: onNodeAndOms(
    "IMAGES_KEY_FILE",
    "the file with the encryption keys of images; create it with oms images key",
  ),
  bucketRegion: onNodeAndOms("IMAGES_S3_REGION", "the region of the bucket", text, "us-east-1"),
  bucketKeyId: onNodeAndOms("IMAGES_S3_ACCESS_KEY_ID", "the access key id for the bucket"),
  bucketSecret: onNodeAndOms("IMAGES_S3_SECRET_ACCESS_KEY", "the secret access key for the bucket"),
  trustedProxyCount: onNode(
    "TRUSTED_PROXIES",
    "the number of proxies that append to X-Forwarded-For; 0 uses the peer address as the client address",
    whole(0, 16),
    "0",
  ),
  build: onNode(
    "BUILD",
    "the commit or build of this program, which metrics, traces and the desk name after its version",
    forms.build,
  ),
  drainDelayMs: onNode(
    "DRAIN_DELAY_MS",
    "how long connections are still accepted after a stop signal, so that load balancers notice",
    whole(0, 600_000),
    "500",
  ),
  shutdownTimeoutMs: onNode(
    "SHUTDOWN_TIMEOUT_MS",
    "how long requests in progress may take after that",
    whole(100, 600_000),
    "10000",
  ),
  tracesUrl: onNode(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "the collector of traces, by OTLP over HTTP; without it no traces are recorded",
    forms.httpUrl,
  ),
  tracesHeaders: onNode(
    "OTEL_EXPORTER_OTLP_HEADERS",
    "headers sent with traces, as name=value, separated by commas, percent-encoded",
    forms.httpHeaders,
  ),
  tracesRatio: onNode(
    "OTEL_TRACES_SAMPLER_ARG",
    "the share of traces to send, 0 to 1, if the caller has not decided",
    forms.ratio,
    "1",
  ),
  serviceName: onNode("OTEL_SERVICE_NAME", "the name of this service in traces", text, "trading-oms"),
  mayDemonstrate: onNode(
    "DEMONSTRATION",
    "on allows the demonstration's own keys together with a DATABASE_URL",
    onOrOff,
    "off",
  ),
  serverUrl: onOms("OMS_URL", "the server that oms sends requests to; default: port PORT of this machine"),
  serverToken: onOms(
    "OMS_TOKEN",
    "a token for that server; without it, a server of this machine gets one of the keys in DATA_DIR",
  ),
  nodeMode: onNodeAndOms(
    "NODE_ENV",
    "production: the server does not start without AUTH_JWKS_URL or AUTH_JWKS_FILE",
  ),
  ...sharedSettings,
} as const;
