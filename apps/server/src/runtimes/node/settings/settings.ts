import { availableParallelism } from "node:os";
import type { NatsServers } from "@trading-oms/feed";
import type { BucketAccess, ImageKeeperSettings, ImagePlace } from "@trading-oms/images";
import type { DueRule } from "@trading-oms/market";
import { localOrigins } from "../../../http/middleware.ts";
import {
  keepingOf,
  type MistypedName,
  readTable,
  reportMissing,
  type SettingsOf,
  settingsOf,
} from "../../settings.ts";
import { settingsTable } from "./table.ts";

type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly path: string }
  /** The demonstration's own keys, made in the data folder. */
  | { readonly kind: "own"; readonly folder: string };

/** The validated settings: those of the table, and what follows from several of them. */
export type Settings = Values & {
  readonly feed: FeedSettings;
  readonly keysFrom: KeysFrom;
  /** The desk and the operations of operator.yaml; undefined where they are off. */
  readonly desk: DeskSettings | undefined;
  /** How many identity cards are read at a time, and how many may wait. */
  readonly cards: { readonly workerCountMax: number; readonly waitingCountMax: number };
  readonly images: ImageSettings | undefined;
  /** Variables that are no settings, but nearly. */
  readonly mistyped: readonly MistypedName[];
};

type Values = SettingsOf<"node", typeof settingsTable>;

/** When calls are due, and where to find their owners. */
export type DeskSettings = {
  /** The trading day after its opening on which a call is due, and the minute of that day in UTC+7. */
  readonly due: DueRule;
  /** The page of an account in another system, with `{accountId}` in it. */
  readonly contactUrl: string | undefined;
};

export type FeedSettings = { readonly kind: "none" } | SimulatedSettings | NatsSettings;

export type NatsSettings = {
  readonly kind: "nats";
  readonly servers: NatsServers;
  readonly takesSimulated: boolean;
};

export type SimulatedSettings = {
  readonly kind: "simulated";
  readonly seed: number;
  readonly speed: number;
  readonly hours: "exchange" | "always";
  /** The initial time of its clock; if undefined, it follows from `hours`. */
  readonly startMs: number | undefined;
};

/** Whether the simulated clock equals the real one, so that trading hours are the real ones. */
export function isOnOurClock({ hours, speed, startMs }: SimulatedSettings): boolean {
  return hours === "exchange" && speed === 1 && startMs === undefined;
}

type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

export function readSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SettingsReading {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help", text: renderHelp() };
  const { values, mistyped, faults: wrong } = readTable("node", settingsTable, environment);
  const faults = [...words.map((word) => `${word} is not an option; see --help.`), ...wrong];
  const keysFrom = chooseKeys(values, faults);
  const images = gatherImages(values, faults);
  if (faults.length > 0 || keysFrom === undefined) return { kind: "faulty", faults };
  const { corsOrigins, cardWorkerCountMax, waitingCardCountMax } = values;
  const settings: Settings = {
    ...values,
    // Pages in development call the demonstration; with an operator's keys, only the listed origins do.
    corsOrigins: new Set([...corsOrigins, ...(keysFrom.kind === "own" ? localOrigins : [])]),
    feed: chooseFeed(values, keysFrom),
    keysFrom,
    desk: chooseDesk(values, keysFrom),
    cards: {
      workerCountMax: cardWorkerCountMax ?? availableParallelism(),
      waitingCountMax: waitingCardCountMax,
    },
    images,
    mistyped,
  };
  return { kind: "settings", settings };
}

/**
 * Without a setting, prices are simulated only if the demonstration's own keys and SQLite are used, never with real
 * accounts.
 */
function chooseFeed(values: Values, { kind }: KeysFrom): FeedSettings {
  const isOwn = kind === "own" && values.databaseUrl === undefined;
  const source = values.feedSource ?? (isOwn ? "simulated" : "none");
  if (source === "none") return { kind: "none" };
  if (source !== "simulated") return { kind: "nats", servers: source, takesSimulated: values.takesSimulated };
  return {
    kind: "simulated",
    seed: values.simulatedSeed,
    speed: values.simulatedSpeed,
    hours: values.simulatedHours,
    startMs: values.simulatedStart,
  };
}

/** Without a setting, the desk is on only in the demonstration, whose keys make tokens with a role. */
function chooseDesk(values: Values, { kind }: KeysFrom): DeskSettings | undefined {
  if (!(values.operator ?? kind === "own")) return undefined;
  const { callDueDays: days, callDueTime: minuteOfDay, contactUrl } = values;
  return { due: { days, minuteOfDay }, contactUrl };
}

function chooseKeys(values: Values, faults: string[]): KeysFrom | undefined {
  const { jwksUrl: url, jwksFile: path } = values;
  if (url !== undefined && path !== undefined) {
    faults.push("AUTH_JWKS_URL and AUTH_JWKS_FILE are both set; set one of them.");
    return undefined;
  }
  if (url !== undefined) return { kind: "url", url };
  if (path !== undefined) return { kind: "file", path };
  const why = refuseOwnKeys(values);
  if (why === undefined) return { kind: "own", folder: values.dataFolder };
  faults.push(`${why}, so that keys of your own are needed: set AUTH_JWKS_URL or AUTH_JWKS_FILE.`);
  return undefined;
}

/**
 * Why the demonstration's keys do not do, if so. They give access to every account to anyone who can read the folder, so
 * only this machine is served.
 */
function refuseOwnKeys({ nodeMode, host, databaseUrl, mayDemonstrate }: Values): string | undefined {
  if (nodeMode === "production") return "NODE_ENV is production";
  if (!/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) return "HOST is reached from other machines";
  if (databaseUrl === undefined || mayDemonstrate) return undefined;
  return "DATABASE_URL may hold other people's accounts";
}

function renderHelp(): string {
  const settings = settingsOf("node", settingsTable);
  const width = Math.max(...settings.map(([, { name }]) => name.length));
  const lines = settings.map(([, { name, fallback, about }]) => {
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

export type ImageSettings = Pick<
  ImageKeeperSettings,
  "keptMs" | "linkMs" | "origin" | "purpose" | "consent"
> & { readonly place: ImagePlace; readonly access: BucketAccess; readonly keyFile: string };

const always = ["imageKeyFile", "imagesUrl", "imagePurpose", "imageConsent"] as const;
const ofBuckets = ["bucketKeyId", "bucketSecret"] as const;

/** Undefined if no images are to be stored. Adds a fault if a setting that they need is missing. */
function gatherImages(values: Values, faults: string[]): ImageSettings | undefined {
  const { imagePlace: place } = values;
  // One that could not be read is the text that was given.
  if (typeof place !== "object") return undefined;
  const needed = place.kind === "s3" ? [...always, ...ofBuckets] : always;
  const missing = needed.filter((key) => values[key] === undefined).map((key) => settingsTable[key].name);
  reportMissing(missing, faults);
  const { bucketRegion: region, bucketKeyId: accessKeyId = "", bucketSecret: secretAccessKey = "" } = values;
  const access = { region, accessKeyId, secretAccessKey };
  return { place, access, keyFile: values.imageKeyFile ?? "", ...keepingOf(values) };
}

/** Names the settings that reach another host over a connection that is neither encrypted nor authenticated. */
export function listUnguarded({
  feed,
  databaseUrl,
}: Pick<Settings, "feed" | "databaseUrl">): readonly string[] {
  const names: string[] = [];
  if (feed.kind === "nats" && isNatsUnguarded(feed.servers)) names.push("FEED");
  if (databaseUrl !== undefined && isDatabaseUnguarded(databaseUrl)) names.push("DATABASE_URL");
  return names;
}

function isNatsUnguarded({ servers, user, isEncrypted }: NatsServers): boolean {
  if (isEncrypted || user !== undefined) return false;
  return servers.some((server) => !isThisMachine(server.replace(/:\d+$/, "")));
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
