import { availableParallelism } from "node:os";
import { type Algorithm, readAlgorithms } from "@trading-oms/access";
import { readNatsServers } from "@trading-oms/feed";
import { type BucketAccess, type ImagePlace, readImagePlace } from "@trading-oms/images";
import { type DueRule, parseTimeOfDay } from "@trading-oms/market";
import type { LogLevel } from "../../../http/log-and-trace.ts";
import { localOrigins } from "../../../http/middleware.ts";
import type { StreamLimits } from "../../../operations/companion/stream-live/live-hub.ts";
import { listOf, listUnknownNames } from "../../settings.ts";
import { evaluateValue, readHeaders, type VariableName, variables } from "./variables.ts";

/** The source of the keys that verify tokens. */
type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly path: string }
  /** The demonstration's own keys, made in the data folder. */
  | { readonly kind: "own"; readonly folder: string };

/** The collector of traces, and the share that is sent. */
export type TracingSettings = {
  readonly endpoint: string;
  /** Sent with each request, for example to authenticate. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of the traces that begin here, 0 to 1. */
  readonly ratio: number;
};

/** The validated settings. */
export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly connectionCountMax: number;
  /** A replica from which pages of notifications are read. */
  readonly readUrl: string | undefined;
  /** Whether this process watches positions; several such processes share the accounts. */
  readonly isWatching: boolean;
  readonly feed: FeedSettings;
  readonly keysFrom: KeysFrom;
  /** The required claims and signature algorithms of a token, and the claim that carries its role. */
  readonly tokens: {
    readonly issuer: string;
    readonly audience: string;
    readonly algorithms: readonly Algorithm[];
    readonly roleClaim: string;
  };
  readonly corsOrigins: ReadonlySet<string>;
  /** Requests per user and minute; undefined for no limit. */
  readonly userRequestsMax: number | undefined;
  /** Searches per address and minute; undefined for no limit. */
  readonly addressRequestsMax: number | undefined;
  /** Cards per address and minute; undefined for no limit. */
  readonly cardRequestsMax: number | undefined;
  /** Requests per person at the desk and minute; undefined for no limit. */
  readonly operatorRequestsMax: number | undefined;
  /** The desk and the operations of operator.yaml; undefined where they are off. */
  readonly desk: DeskSettings | undefined;
  /** How many streams a user and an address may have open. */
  readonly streams: StreamLimits;
  /** How many identity cards are read at a time, and how many may wait. */
  readonly cards: { readonly workerCountMax: number; readonly waitingCountMax: number };
  /** The secret of Workers that forward cards; if undefined, forwarded cards are rejected. */
  readonly cardReaderSecret: string | undefined;
  /** If undefined, images are not stored. */
  readonly images: ImageSettings | undefined;
  /** The number of proxies in front of this process that append to X-Forwarded-For. */
  readonly trustedProxyCount: number;
  readonly logLevel: LogLevel;
  readonly drainDelayMs: number;
  readonly shutdownTimeoutMs: number;
  readonly tracing: TracingSettings | undefined;
};

/** When calls are due, and where to find their owners. */
export type DeskSettings = {
  /** The trading day after its opening on which a call is due, and the minute of that day in UTC+7. */
  readonly due: DueRule;
  /** The page of an account in another system, with `{accountId}` in it. */
  readonly contactUrl: string | undefined;
};

/** The source of prices. */
export type FeedSettings = { readonly kind: "none" } | SimulatedSettings | NatsSettings;

/** A feed published over NATS. */
export type NatsSettings = {
  readonly kind: "nats";
  /** Each as `nats://host:port` or `tls://host:port`; the first may hold the user and password for all. */
  readonly servers: readonly string[];
  /** Whether simulated prices are accepted. */
  readonly takesSimulated: boolean;
};

/** An exchange simulated in this process. */
export type SimulatedSettings = {
  readonly kind: "simulated";
  readonly seed: number;
  /** The speed relative to the clock. */
  readonly speed: number;
  /** Whether it trades only at the hours of the exchanges, or always. */
  readonly hours: "exchange" | "always";
  /** The initial time of its clock; if undefined, it follows from `hours`. */
  readonly startMs: number | undefined;
};

/** Whether the simulated clock equals the real one, so that trading hours are the real ones. */
export function isOnOurClock({ hours, speed, startMs }: SimulatedSettings): boolean {
  return hours === "exchange" && speed === 1 && startMs === undefined;
}

/** The result of reading command line and environment. */
type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;
type ValueIn = (name: VariableName) => string;

/** Reads all settings; an empty variable counts as unset, and all faults are reported together. */
export function readSettings(words: readonly string[], environment: Environment): SettingsReading {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help", text: renderHelp() };
  const valueIn: ValueIn = (name) =>
    environment[name] || (variables.find((variable) => variable.name === name)?.fallback ?? "");
  const keysFrom = chooseKeys(valueIn);
  const faults = [
    ...words.map((word) => `${word} is not an option; see --help.`),
    ...variables.flatMap(({ name, form }) => {
      const wrong = evaluateValue(form, valueIn(name));
      return wrong === undefined ? [] : [`${name} ${wrong}`];
    }),
    ...listUnknownNames(
      Object.keys(environment),
      variables.map(({ name }) => name),
    ),
    ...(keysFrom.kind === "fault" ? [keysFrom.fault] : []),
    ...listImageFaults(valueIn),
    ...listReplicaFaults(valueIn),
  ];
  if (faults.length > 0 || keysFrom.kind === "fault") return { kind: "faulty", faults };
  return { kind: "settings", settings: gather(valueIn, keysFrom) };
}

function gather(valueIn: ValueIn, keysFrom: KeysFrom): Settings {
  const algorithms = readAlgorithms(valueIn("AUTH_ALGORITHMS"));
  return {
    port: Number(valueIn("PORT")),
    host: valueIn("HOST"),
    dataFolder: valueIn("DATA_DIR"),
    databaseUrl: valueIn("DATABASE_URL") || undefined,
    connectionCountMax: Number(valueIn("DATABASE_CONNECTIONS")),
    readUrl: valueIn("DATABASE_READ_URL") || undefined,
    isWatching: valueIn("WATCH") === "on",
    feed: chooseFeed(valueIn, keysFrom),
    keysFrom,
    tokens: {
      issuer: valueIn("AUTH_ISSUER"),
      audience: valueIn("AUTH_AUDIENCE"),
      algorithms: algorithms.kind === "algorithms" ? algorithms.algorithms : [],
      roleClaim: valueIn("AUTH_ROLE_CLAIM"),
    },
    corsOrigins: new Set([
      ...listOf(valueIn("CORS_ORIGINS")),
      // Pages in development call the demonstration; with an operator's keys, only the listed origins do.
      ...(keysFrom.kind === "own" ? localOrigins : []),
    ]),
    userRequestsMax: Number(valueIn("RATE_LIMIT_USER")) || undefined,
    addressRequestsMax: Number(valueIn("RATE_LIMIT_ADDRESS")) || undefined,
    cardRequestsMax: Number(valueIn("RATE_LIMIT_CARDS")) || undefined,
    operatorRequestsMax: Number(valueIn("RATE_LIMIT_OPERATOR")) || undefined,
    desk: chooseDesk(valueIn, keysFrom),
    streams: {
      userStreamsMax: Number(valueIn("STREAMS_PER_USER")) || undefined,
      addressStreamsMax: Number(valueIn("STREAMS_PER_ADDRESS")) || undefined,
    },
    cards: {
      workerCountMax: Number(valueIn("CARD_WORKERS")) || availableParallelism(),
      waitingCountMax: Number(valueIn("CARD_QUEUE")),
    },
    cardReaderSecret: valueIn("CARD_READER_SECRET") || undefined,
    images: gatherImages(valueIn),
    trustedProxyCount: Number(valueIn("TRUSTED_PROXIES")),
    logLevel: valueIn("LOG_LEVEL") as Settings["logLevel"],
    drainDelayMs: Number(valueIn("DRAIN_DELAY_MS")),
    shutdownTimeoutMs: Number(valueIn("SHUTDOWN_TIMEOUT_MS")),
    tracing: gatherTracing(valueIn),
  };
}

function listReplicaFaults(valueIn: ValueIn): string[] {
  if (valueIn("DATABASE_READ_URL") === "" || valueIn("DATABASE_URL") !== "") return [];
  return ["DATABASE_READ_URL names a replica, so that DATABASE_URL has to name its primary."];
}

/**
 * Without a setting, prices are simulated only if the demonstration's own keys and SQLite are used, never with real
 * accounts.
 */
function chooseFeed(valueIn: ValueIn, { kind }: KeysFrom): FeedSettings {
  const isOwn = kind === "own" && valueIn("DATABASE_URL") === "";
  const asked = valueIn("FEED") || (isOwn ? "simulated" : "none");
  if (asked === "none") return { kind: "none" };
  if (asked !== "simulated") {
    return { kind: "nats", servers: listOf(asked), takesSimulated: valueIn("FEED_SIMULATED") === "on" };
  }
  const start = valueIn("SIMULATED_START");
  return {
    kind: "simulated",
    seed: Number(valueIn("SIMULATED_SEED")),
    speed: Number(valueIn("SIMULATED_SPEED")),
    hours: valueIn("SIMULATED_HOURS") === "exchange" ? "exchange" : "always",
    startMs: start === "" ? undefined : Date.parse(start),
  };
}

/** Without a setting, the desk is on only in the demonstration, whose keys make tokens with a role. */
function chooseDesk(valueIn: ValueIn, { kind }: KeysFrom): DeskSettings | undefined {
  if ((valueIn("OPERATOR") || (kind === "own" ? "on" : "off")) === "off") return undefined;
  const minuteOfDay = parseTimeOfDay(valueIn("CALL_DUE_TIME")) ?? 0;
  return {
    due: { days: Number(valueIn("CALL_DUE_DAYS")), minuteOfDay },
    contactUrl: valueIn("CONTACT_URL") || undefined,
  };
}

function gatherTracing(valueIn: ValueIn): Settings["tracing"] {
  const endpoint = valueIn("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === "") return undefined;
  return {
    endpoint,
    headers: readHeaders(valueIn("OTEL_EXPORTER_OTLP_HEADERS")) ?? {},
    serviceName: valueIn("OTEL_SERVICE_NAME"),
    ratio: Number(valueIn("OTEL_TRACES_SAMPLER_ARG")),
  };
}

/**
 * The demonstration's keys give access to every account to anyone who can read the folder, so only this machine is
 * served.
 */
function chooseKeys(valueIn: ValueIn): KeysFrom | { readonly kind: "fault"; readonly fault: string } {
  const url = valueIn("AUTH_JWKS_URL");
  const path = valueIn("AUTH_JWKS_FILE");
  if (url !== "" && path !== "") {
    return { kind: "fault", fault: "AUTH_JWKS_URL and AUTH_JWKS_FILE are both set; set one of them." };
  }
  if (url !== "") return { kind: "url", url };
  if (path !== "") return { kind: "file", path };
  if (valueIn("NODE_ENV") === "production")
    return { kind: "fault", fault: missingKeys("NODE_ENV is production") };
  if (!/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(valueIn("HOST"))) {
    return { kind: "fault", fault: missingKeys("HOST is reached from other machines") };
  }
  if (valueIn("DATABASE_URL") !== "" && valueIn("DEMONSTRATION") !== "on") {
    return { kind: "fault", fault: missingKeys("DATABASE_URL may hold other people's accounts") };
  }
  return { kind: "own", folder: valueIn("DATA_DIR") };
}

function missingKeys(why: string): string {
  return `${why}, so that keys of your own are needed: set AUTH_JWKS_URL or AUTH_JWKS_FILE.`;
}

function renderHelp(): string {
  const width = Math.max(...variables.map(({ name }) => name.length));
  const lines = variables.map(({ name, fallback, about }) => {
    const otherwise = fallback === "" ? "" : ` (${fallback})`;
    return `  ${name.padEnd(width)}  ${about}${otherwise}`;
  });
  return [
    "Serves the operations of the Trading OMS document over HTTP. Settings are environment variables:",
    "",
    ...lines,
    "",
    "Defaults are in brackets. SIGTERM and SIGINT stop the server after the requests in progress.",
    "Exit codes: 0 stopped by a signal, 1 could not serve or not stop in time, 2 invalid settings.",
  ].join("\n");
}

/** Where images are stored, for how long, and the recorded purpose and consent. */
export type ImageSettings = {
  readonly place: ImagePlace;
  readonly access: BucketAccess;
  readonly keyFile: string;
  readonly keptMs: number;
  readonly linkMs: number;
  /** The base URL of links, without a trailing slash. */
  readonly origin: string;
  readonly purpose: string;
  readonly consent: string;
};

const always = ["IMAGES_KEY_FILE", "IMAGES_URL", "IMAGES_PURPOSE", "IMAGES_CONSENT"] as const;
const ofBuckets = ["IMAGES_S3_ACCESS_KEY_ID", "IMAGES_S3_SECRET_ACCESS_KEY"] as const;

/** Lists settings that are missing if images are to be stored. */
function listImageFaults(valueIn: (name: VariableName) => string): string[] {
  const place = readImagePlace(valueIn("IMAGES"));
  if (place === undefined) return [];
  const needed: readonly VariableName[] = place.kind === "s3" ? [...always, ...ofBuckets] : always;
  const missing = needed.filter((name) => valueIn(name) === "");
  if (missing.length === 0) return [];
  return [
    `IMAGES keeps images, so that ${missing.join(", ")} ${missing.length === 1 ? "has" : "have"} to be set as well.`,
  ];
}

/** Called only if the settings have no fault. */
function gatherImages(valueIn: (name: VariableName) => string): ImageSettings | undefined {
  const place = readImagePlace(valueIn("IMAGES"));
  if (place === undefined) return undefined;
  return {
    place,
    access: {
      region: valueIn("IMAGES_S3_REGION"),
      accessKeyId: valueIn("IMAGES_S3_ACCESS_KEY_ID"),
      secretAccessKey: valueIn("IMAGES_S3_SECRET_ACCESS_KEY"),
    },
    keyFile: valueIn("IMAGES_KEY_FILE"),
    keptMs: Number(valueIn("IMAGES_DAYS")) * 86_400_000,
    linkMs: Number(valueIn("IMAGES_LINK_MINUTES")) * 60_000,
    origin: valueIn("IMAGES_URL").replace(/\/+$/, ""),
    purpose: valueIn("IMAGES_PURPOSE"),
    consent: valueIn("IMAGES_CONSENT"),
  };
}

/** Names the settings that reach another host over a connection that is neither encrypted nor authenticated. */
export function listUnguarded({
  feed,
  databaseUrl,
  readUrl,
}: Pick<Settings, "feed" | "databaseUrl" | "readUrl">): readonly string[] {
  const names: string[] = [];
  if (feed.kind === "nats" && isNatsUnguarded(feed.servers)) names.push("FEED");
  if (databaseUrl !== undefined && isDatabaseUnguarded(databaseUrl)) names.push("DATABASE_URL");
  if (readUrl !== undefined && isDatabaseUnguarded(readUrl)) names.push("DATABASE_READ_URL");
  return names;
}

function isNatsUnguarded(addresses: readonly string[]): boolean {
  const read = readNatsServers(addresses.join(","));
  if (read === undefined || read.isEncrypted || read.user !== undefined) return false;
  return read.servers.some((server) => !isThisMachine(server.replace(/:\d+$/, "")));
}

/** Reads the URL as the driver does: query parameters override its other parts. */
function isDatabaseUnguarded(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const { searchParams } = url;
  const sslMode = searchParams.get("sslmode");
  const isEncrypted =
    sslMode === null
      ? /^(true|1)$/.test(searchParams.get("ssl") ?? "") || searchParams.has("sslrootcert")
      : sslMode !== "disable";
  if (isEncrypted || (searchParams.get("password") ?? url.password) !== "") return false;
  return !isThisMachine(decodeURIComponent(searchParams.get("host") ?? url.hostname));
}

/** Loopback or a socket path; the driver uses this machine if the host is empty. */
function isThisMachine(host: string): boolean {
  return /^(|\/.*|localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}
