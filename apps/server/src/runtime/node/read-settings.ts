import { availableParallelism } from "node:os";
import { readAlgorithms } from "@trading-oms/access";
import { listOf } from "../list-of.ts";
import { listStrangers } from "../list-strangers.ts";
import type { FeedSettings } from "./feed-settings.ts";
import { gatherImages, listImageFaults } from "./image-settings.ts";
import { judgeValue } from "./judge-value.ts";
import { readHeaders } from "./read-headers.ts";
import type { KeysFrom, Settings } from "./settings.ts";
import { type VariableName, variables } from "./variables.ts";

/** What command line and environment come to. */
export type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;
type ValueIn = (name: VariableName) => string;

/** Reads the settings once; an empty variable counts as absent, and all that is wrong is told together. */
export function readSettings(words: readonly string[], environment: Environment): SettingsReading {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help", text: renderHelp() };
  const valueIn: ValueIn = (name) =>
    environment[name] || (variables.find((variable) => variable.name === name)?.fallback ?? "");
  const keysFrom = chooseKeys(valueIn);
  const faults = [
    ...words.map((word) => `${word} is no option; --help tells what there is.`),
    ...variables.flatMap(({ name, form }) => {
      const wrong = judgeValue(form, valueIn(name));
      return wrong === undefined ? [] : [`${name} ${wrong}`];
    }),
    ...listStrangers(
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
    },
    corsOrigins: new Set(listOf(valueIn("CORS_ORIGINS"))),
    userRequestsMax: Number(valueIn("RATE_LIMIT_USER")) || undefined,
    addressRequestsMax: Number(valueIn("RATE_LIMIT_ADDRESS")) || undefined,
    cardRequestsMax: Number(valueIn("RATE_LIMIT_CARDS")) || undefined,
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

/** Prices that are only played never reach the accounts of others by default. */
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

/** Keys of the demonstration open every account to whoever reads the folder: only this machine may be served by them. */
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
    "In brackets what holds where nothing is set. SIGTERM and SIGINT stop it without cutting a request.",
    "Exit codes: 0 stopped when told, 1 could not serve or not stop in time, 2 faulty settings.",
  ].join("\n");
}
