import { isIP } from "node:net";
import { defaultAlgorithms, defaultAudience, defaultIssuer, defaultRoleClaim } from "@trading-oms/access";
import { readNatsServers } from "@trading-oms/feed";
import { readImagePlace } from "@trading-oms/images";
import { dueDefaults, parseTimeOfDay } from "@trading-oms/market";
import { checkReaderSecret } from "../../forwarded-cards.ts";
import { checkForm, checkPublicUrl, type Form } from "../../settings.ts";

/** An environment variable; `--help`, docs/settings.md and the validation of settings are generated from this list. */
type Variable = {
  readonly name: string;
  /** The value if the variable is unset or empty. */
  readonly fallback: string;
  readonly about: string;
  readonly form: NodeForm;
};

/** The form of a value on this runtime. */
type NodeForm =
  | Form
  | { readonly kind: "host" }
  | { readonly kind: "database" }
  | { readonly kind: "http-url" }
  | { readonly kind: "http-headers" }
  | { readonly kind: "ratio" }
  | { readonly kind: "feed" }
  | { readonly kind: "image-place" }
  | { readonly kind: "public-url" }
  | { readonly kind: "reader-secret" }
  | { readonly kind: "time" }
  | { readonly kind: "time-of-day" }
  | { readonly kind: "contact-url" };

const text: NodeForm = { kind: "text" };

function whole(min: number, max: number): NodeForm {
  return { kind: "integer", min, max };
}

function oneOf(...values: string[]): NodeForm {
  return { kind: "one-of", values };
}

function variable<Name extends string>(
  name: Name,
  fallback: string,
  form: NodeForm,
  about: string,
): Variable & { readonly name: Name } {
  return { name, fallback, form, about };
}

/** All variables of the server, in the order of the help. */
export const variables = [
  variable("PORT", "8787", whole(0, 65_535), "the port to listen on; 0 chooses a free port"),
  variable("HOST", "127.0.0.1", { kind: "host" }, "an IP address or a host name of this machine"),
  variable("DATA_DIR", "./data", text, "the folder for the SQLite file and the demonstration's keys"),
  variable(
    "DATABASE_URL",
    "",
    { kind: "database" },
    "postgres://user:password@host:5432/database; without it, oms.sqlite in DATA_DIR",
  ),
  variable(
    "DATABASE_CONNECTIONS",
    "10",
    whole(1, 1_000),
    "the maximum number of connections of this process to PostgreSQL",
  ),
  variable(
    "DATABASE_READ_URL",
    "",
    { kind: "database" },
    "a streaming replica of DATABASE_URL; pages of notifications are read from it unless it lags behind; uses up to DATABASE_CONNECTIONS further connections",
  ),
  variable(
    "WATCH",
    "on",
    oneOf("off", "on"),
    "off: this process does not watch positions and does not notify their owners; other processes do",
  ),
  variable(
    "OPERATOR",
    "",
    oneOf("", "off", "on"),
    "on serves the desk at /console and the operations of operator.yaml to tokens with a role; default: on with the demonstration's own keys, otherwise off",
  ),
  variable(
    "CALL_DUE_DAYS",
    dueDefaults.days,
    whole(1, dueDefaults.daysMax),
    "the trading day after its opening on which a margin call is due",
  ),
  variable("CALL_DUE_TIME", dueDefaults.time, { kind: "time-of-day" }, "the time of that day in UTC+7"),
  variable(
    "CONTACT_URL",
    "",
    { kind: "contact-url" },
    "the page of an account in another system, which the desk links to, such as https://crm.example.com/{accountId}",
  ),
  variable(
    "FEED",
    "",
    { kind: "feed" },
    "simulated, none, or nats://host:port, several separated by commas; default: simulated with the demonstration's own keys and SQLite file, otherwise none",
  ),
  variable(
    "FEED_SIMULATED",
    "off",
    oneOf("off", "on"),
    "on accepts simulated prices over NATS; off ignores and counts them",
  ),
  variable(
    "SIMULATED_SPEED",
    "10",
    whole(1, 1_000),
    "the speed of a simulated exchange relative to the clock; 1 is real time",
  ),
  variable(
    "SIMULATED_HOURS",
    "always",
    oneOf("always", "exchange"),
    "exchange trades at the hours of the exchanges, not on weekends and holidays; always trades at any time",
  ),
  variable(
    "SIMULATED_SEED",
    "1",
    whole(0, 2_147_483_647),
    "the same seed, start and catalog produce the same prices",
  ),
  variable(
    "SIMULATED_START",
    "",
    { kind: "time" },
    "the initial time of the simulated exchange, such as 2026-11-17T09:15+07:00; default: now, or 9:15 if it always trades",
  ),
  variable("AUTH_JWKS_URL", "", { kind: "keys-url" }, "the https URL of the token issuer's public keys"),
  variable(
    "AUTH_JWKS_FILE",
    "",
    text,
    "a file with the issuer's keys, instead of AUTH_JWKS_URL; changes take effect within seconds",
  ),
  variable("AUTH_ISSUER", defaultIssuer, text, "the required iss claim of a token"),
  variable("AUTH_AUDIENCE", defaultAudience, text, "the required aud claim of a token"),
  variable(
    "AUTH_ALGORITHMS",
    defaultAlgorithms.join(", "),
    { kind: "algorithms" },
    "the accepted signature algorithms",
  ),
  variable(
    "AUTH_ROLE_CLAIM",
    defaultRoleClaim,
    { kind: "role-claim" },
    "the claim of a token that carries a role, viewer or operator, as a text or in a list; an operator is a viewer too",
  ),
  variable(
    "CORS_ORIGINS",
    "",
    { kind: "origins" },
    "origins whose pages may call the service, separated by commas; with the demonstration's own keys also pages on http://localhost and http://127.0.0.1, at any port",
  ),
  variable(
    "RATE_LIMIT_USER",
    "600",
    whole(0, 1_000_000),
    "requests per minute and user, counted per process; 0 for no limit",
  ),
  variable(
    "RATE_LIMIT_ADDRESS",
    "600",
    whole(0, 1_000_000),
    "requests without a token, cards apart, per minute and network address, counted per process; 0 for no limit",
  ),
  variable(
    "RATE_LIMIT_CARDS",
    "20",
    whole(0, 1_000_000),
    "identity cards per minute and network address, counted per process; 0 for no limit",
  ),
  variable(
    "RATE_LIMIT_OPERATOR",
    "6000",
    whole(0, 1_000_000),
    "requests per minute and person at the desk, counted per process; 0 for no limit",
  ),
  variable(
    "STREAMS_PER_USER",
    "10",
    whole(0, 1_000_000),
    "open streams per user, counted per process; 0 for no limit",
  ),
  variable(
    "STREAMS_PER_ADDRESS",
    "50",
    whole(0, 1_000_000),
    "open streams per network address, counted per process; 0 for no limit",
  ),
  variable(
    "CARD_WORKERS",
    "0",
    whole(0, 256),
    "how many identity cards are read in parallel, each in its own process; 0 for one per core",
  ),
  variable(
    "CARD_QUEUE",
    "16",
    whole(0, 10_000),
    "how many identity cards may wait for such a process; further ones are answered by 503 with Retry-After",
  ),
  variable(
    "CARD_READER_SECRET",
    "",
    { kind: "reader-secret" },
    "the shared secret of Workers that forward identity cards to this server; without it forwarded cards are rejected",
  ),
  variable(
    "IMAGES",
    "",
    { kind: "image-place" },
    "where images of identity cards are stored: a folder such as /var/lib/oms/images, or a bucket such as https://s3.example.com/cards; without it none are stored",
  ),
  variable(
    "IMAGES_KEY_FILE",
    "",
    text,
    "the file with the encryption keys of images; create it with oms images key",
  ),
  variable("IMAGES_DAYS", "30", whole(1, 3_650), "how many days an image is stored"),
  variable("IMAGES_LINK_MINUTES", "10", whole(1, 60), "how many minutes a link to an image is valid"),
  variable(
    "IMAGES_URL",
    "",
    { kind: "public-url" },
    "the base URL of links to images: the public URL of this server, such as https://api.example.com",
  ),
  variable("IMAGES_PURPOSE", "", text, "the purpose of storing images; recorded with each image"),
  variable(
    "IMAGES_CONSENT",
    "",
    text,
    "your name for the text that card holders consented to; recorded with each image",
  ),
  variable("IMAGES_S3_REGION", "us-east-1", text, "the region of the bucket"),
  variable("IMAGES_S3_ACCESS_KEY_ID", "", text, "the access key id for the bucket"),
  variable("IMAGES_S3_SECRET_ACCESS_KEY", "", text, "the secret access key for the bucket"),
  variable(
    "TRUSTED_PROXIES",
    "0",
    whole(0, 16),
    "the number of proxies that append to X-Forwarded-For; 0 uses the peer address as the client address",
  ),
  variable(
    "LOG_LEVEL",
    "info",
    oneOf("error", "warn", "info"),
    "info logs each request, warn only what needs attention, error only unexpected failures",
  ),
  variable(
    "DRAIN_DELAY_MS",
    "500",
    whole(0, 600_000),
    "how long connections are still accepted after a stop signal, so that load balancers notice",
  ),
  variable(
    "SHUTDOWN_TIMEOUT_MS",
    "10000",
    whole(100, 600_000),
    "how long requests in progress may take after that",
  ),
  variable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "",
    { kind: "http-url" },
    "the collector of traces, by OTLP over HTTP; without it no traces are recorded",
  ),
  variable(
    "OTEL_EXPORTER_OTLP_HEADERS",
    "",
    { kind: "http-headers" },
    "headers sent with traces, as name=value, separated by commas, percent-encoded",
  ),
  variable(
    "OTEL_TRACES_SAMPLER_ARG",
    "1",
    { kind: "ratio" },
    "the share of traces to send, 0 to 1, if the caller has not decided",
  ),
  variable("OTEL_SERVICE_NAME", "trading-oms", text, "the name of this service in traces"),
  variable(
    "DEMONSTRATION",
    "off",
    oneOf("off", "on"),
    "on allows the demonstration's own keys together with a DATABASE_URL",
  ),
  variable(
    "NODE_ENV",
    "",
    text,
    "production: the server does not start without AUTH_JWKS_URL or AUTH_JWKS_FILE",
  ),
];

/** The name of a variable of the server. */
export type VariableName = (typeof variables)[number]["name"];

/**
 * Describes the fault of a value, as the rest of a sentence after its name. Values that may hold a password are not
 * quoted.
 */
export function evaluateValue(form: NodeForm, value: string): string | undefined {
  switch (form.kind) {
    case "host":
      return isHost(value)
        ? undefined
        : `has to be an IP address or a host name, not ${JSON.stringify(value)}.`;
    case "database":
      return value === "" || (/^postgres(ql)?:\/\//i.test(value) && URL.canParse(value))
        ? undefined
        : "has to be an address such as postgres://user:password@host:5432/database.";
    case "http-url":
      return checkHttpUrl(value);
    case "http-headers":
      return readHeaders(value) === undefined
        ? "has to list headers such as name=value, separated by commas, each value percent-encoded."
        : undefined;
    case "image-place":
      return value === "" || readImagePlace(value) !== undefined
        ? undefined
        : "has to be a folder by its whole path, such as /var/lib/oms/images, or a bucket by its address, such as https://s3.example.com/cards, without a user or a query.";
    case "public-url":
      return checkPublicUrl(value);
    case "reader-secret":
      return value === "" ? undefined : checkReaderSecret(value);
    case "feed":
      return checkFeed(value);
    case "time":
      return value === "" || isTime(value)
        ? undefined
        : `has to be a time with its offset, such as 2026-11-17T09:15+07:00, not ${JSON.stringify(value)}.`;
    case "time-of-day":
      return parseTimeOfDay(value) !== undefined
        ? undefined
        : `has to be a time of day such as ${dueDefaults.time}, not ${JSON.stringify(value)}.`;
    case "contact-url":
      return checkContactUrl(value);
    case "ratio":
      return /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value)
        ? undefined
        : `has to be a number from 0 to 1, such as 0.25, not ${JSON.stringify(value)}.`;
    default:
      return checkForm(form, value);
  }
}

/** A password in the URL would fail only when spans are sent, which is too late to report it. */
function checkHttpUrl(value: string): string | undefined {
  if (value === "") return undefined;
  const url = URL.parse(value);
  if (!/^https?:$/.test(url?.protocol ?? ""))
    return "has to be an address that begins with https:// or http://.";
  return url?.username || url?.password
    ? "must hold no user and no password; send them as a header, by OTEL_EXPORTER_OTLP_HEADERS."
    : undefined;
}

function checkFeed(value: string): string | undefined {
  if (["", "none", "simulated"].includes(value)) return undefined;
  return readNatsServers(value) !== undefined
    ? undefined
    : "has to be simulated, none, or addresses such as nats://host:4222 or tls://user:password@host:4222 (tls:// with a host name, not an IP address), separated by commas.";
}

function isTime(value: string): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
  return form.test(value) && !Number.isNaN(Date.parse(value));
}

function checkContactUrl(value: string): string | undefined {
  const isLink = /^https?:$/.test(URL.parse(value)?.protocol ?? "") && value.includes("{accountId}");
  return value === "" || isLink
    ? undefined
    : "has to be an address such as https://crm.example.com/{accountId}, with {accountId} in it.";
}

/** Rejects names of digits and dots only, which are mistyped addresses such as 127.0.0.256. */
function isHost(value: string): boolean {
  if (isIP(value) !== 0) return true;
  const isLabel = (label: string) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label);
  return value.length <= 253 && !/^[\d.]+$/.test(value) && value.split(".").every(isLabel);
}

/** Parses headers such as `name=value,other=value` with percent-encoded values; undefined if malformed. */
export function readHeaders(text: string): Record<string, string> | undefined {
  const headers = new Headers();
  try {
    for (const part of text.split(",")) {
      if (part.trim() === "") continue;
      const equals = part.indexOf("=");
      if (equals < 0) return undefined;
      headers.set(part.slice(0, equals).trim(), decodeURIComponent(part.slice(equals + 1).trim()));
    }
  } catch {
    return undefined;
  }
  return Object.fromEntries(headers);
}
