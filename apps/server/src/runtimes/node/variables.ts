import { isIP } from "node:net";
import { defaultAlgorithms, defaultAudience, defaultIssuer } from "@trading-oms/access";
import { readNatsServers } from "@trading-oms/feed";
import { readImagePlace } from "@trading-oms/images";
import { judgeReaderSecret } from "../forwarded-cards.ts";
import { type Form, judgeForm, judgePublicUrl } from "../settings.ts";

/** An environment variable; help, validation and documentation are generated from this list. */
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
  | { readonly kind: "time" };

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
  variable("PORT", "8787", whole(0, 65_535), "where to listen; 0 takes any free port"),
  variable("HOST", "127.0.0.1", { kind: "host" }, "an IP address or a host name of this machine"),
  variable("DATA_DIR", "./data", text, "the folder of the SQLite file and of the demonstration's keys"),
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
    "how many connections to PostgreSQL this process holds at most",
  ),
  variable(
    "DATABASE_READ_URL",
    "",
    { kind: "database" },
    "a streaming replica of DATABASE_URL, from which pages of notifications are read where it is not behind; it gets as many connections again",
  ),
  variable(
    "WATCH",
    "on",
    oneOf("off", "on"),
    "off leaves it to other processes to watch positions and to tell their owners",
  ),
  variable(
    "FEED",
    "",
    { kind: "feed" },
    "simulated, none, or nats://host:port, several separated by commas; without it, simulated where keys and SQLite file are the demonstration's own, else none",
  ),
  variable(
    "FEED_SIMULATED",
    "off",
    oneOf("off", "on"),
    "on takes prices over NATS that are only played; off passes them over, and counts them",
  ),
  variable(
    "SIMULATED_SPEED",
    "10",
    whole(1, 1_000),
    "how much faster than the clock a simulated exchange plays; 1 is as fast as it is",
  ),
  variable(
    "SIMULATED_HOURS",
    "always",
    oneOf("always", "exchange"),
    "exchange keeps the hours, weekends and holidays of the exchanges; always trades at any hour",
  ),
  variable(
    "SIMULATED_SEED",
    "1",
    whole(0, 2_147_483_647),
    "the same seed, start and catalog play the same prices",
  ),
  variable(
    "SIMULATED_START",
    "",
    { kind: "time" },
    "what its clock says as it starts, such as 2026-11-17T09:15+07:00; without it, now, or 9:15 if it trades always",
  ),
  variable("AUTH_JWKS_URL", "", { kind: "keys-url" }, "where the keys of the token issuer are, over https"),
  variable(
    "AUTH_JWKS_FILE",
    "",
    text,
    "a file of the issuer's keys, in place of AUTH_JWKS_URL; a change is seen within seconds",
  ),
  variable("AUTH_ISSUER", defaultIssuer, text, "the iss that a token has to carry"),
  variable("AUTH_AUDIENCE", defaultAudience, text, "the aud that a token has to carry"),
  variable(
    "AUTH_ALGORITHMS",
    defaultAlgorithms.join(", "),
    { kind: "algorithms" },
    "the signature algorithms that are taken",
  ),
  variable(
    "CORS_ORIGINS",
    "",
    { kind: "origins" },
    "origins whose pages may call the service, separated by commas",
  ),
  variable(
    "RATE_LIMIT_USER",
    "600",
    whole(0, 1_000_000),
    "requests a minute and user, counted by each process; 0 counts nothing",
  ),
  variable(
    "RATE_LIMIT_ADDRESS",
    "600",
    whole(0, 1_000_000),
    "symbol searches a minute and network address, counted by each process; 0 counts nothing",
  ),
  variable(
    "RATE_LIMIT_CARDS",
    "20",
    whole(0, 1_000_000),
    "identity cards a minute and network address, counted by each process; 0 counts nothing",
  ),
  variable(
    "CARD_WORKERS",
    "0",
    whole(0, 256),
    "how many identity cards are read at a time, each in a process of its own; 0 is one a core",
  ),
  variable(
    "CARD_QUEUE",
    "16",
    whole(0, 10_000),
    "how many identity cards wait for one of them; whoever comes then is told to come again",
  ),
  variable(
    "CARD_READER_SECRET",
    "",
    { kind: "reader-secret" },
    "the secret by which Workers forward identity cards to this server; without it none are taken",
  ),
  variable(
    "IMAGES",
    "",
    { kind: "image-place" },
    "where images of identity cards are kept: a folder such as /var/lib/oms/images, or a bucket such as https://s3.example.com/cards; without it none are",
  ),
  variable(
    "IMAGES_KEY_FILE",
    "",
    text,
    "the file of the keys that images are sealed under, as oms images key makes it",
  ),
  variable("IMAGES_DAYS", "30", whole(1, 3_650), "how many days an image is kept"),
  variable("IMAGES_LINK_MINUTES", "10", whole(1, 60), "how many minutes a link to an image is good"),
  variable(
    "IMAGES_URL",
    "",
    { kind: "public-url" },
    "what links to images begin with: where others reach this server, such as https://api.example.com",
  ),
  variable("IMAGES_PURPOSE", "", text, "what images are kept for; recorded with each"),
  variable(
    "IMAGES_CONSENT",
    "",
    text,
    "the words that holders have agreed to, by your name for them; recorded with each image",
  ),
  variable("IMAGES_S3_REGION", "us-east-1", text, "the region of the bucket, as its storage calls it"),
  variable("IMAGES_S3_ACCESS_KEY_ID", "", text, "who asks the bucket"),
  variable("IMAGES_S3_SECRET_ACCESS_KEY", "", text, "what its requests are signed with"),
  variable(
    "TRUSTED_PROXIES",
    "0",
    whole(0, 16),
    "how many proxies add to X-Forwarded-For on the way here; 0 takes the peer for the caller",
  ),
  variable(
    "LOG_LEVEL",
    "info",
    oneOf("error", "warn", "info"),
    "info tells each request, warn what needs a look, error what nobody expected",
  ),
  variable(
    "DRAIN_DELAY_MS",
    "500",
    whole(0, 600_000),
    "how long, once told to stop, connections are still taken, so that balancers notice",
  ),
  variable(
    "SHUTDOWN_TIMEOUT_MS",
    "10000",
    whole(100, 600_000),
    "how long requests under way may take after that",
  ),
  variable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "",
    { kind: "http-url" },
    "where traces go, by OTLP over HTTP; without it none are made",
  ),
  variable(
    "OTEL_EXPORTER_OTLP_HEADERS",
    "",
    { kind: "http-headers" },
    "headers that traces are sent with, as name=value, separated by commas, percent-encoded",
  ),
  variable(
    "OTEL_TRACES_SAMPLER_ARG",
    "1",
    { kind: "ratio" },
    "the share of traces that is sent, 0 to 1, where the caller has not decided",
  ),
  variable("OTEL_SERVICE_NAME", "trading-oms", text, "the name of this service in traces"),
  variable(
    "DEMONSTRATION",
    "off",
    oneOf("off", "on"),
    "on lets the demonstration's own keys serve a DATABASE_URL as well",
  ),
  variable("NODE_ENV", "", text, "production refuses to start without keys of your own"),
];

/** The name of a variable of the server. */
export type VariableName = (typeof variables)[number]["name"];

/**
 * Describes the fault of a value, as the rest of a sentence after its name. Values that may hold a password are not
 * quoted.
 */
export function judgeValue(form: NodeForm, value: string): string | undefined {
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
      return judgeHttpUrl(value);
    case "http-headers":
      return readHeaders(value) === undefined
        ? "has to list headers such as name=value, separated by commas, each value percent-encoded."
        : undefined;
    case "image-place":
      return value === "" || readImagePlace(value) !== undefined
        ? undefined
        : "has to be a folder by its whole path, such as /var/lib/oms/images, or a bucket by its address, such as https://s3.example.com/cards, without a user or a query.";
    case "public-url":
      return judgePublicUrl(value);
    case "reader-secret":
      return value === "" ? undefined : judgeReaderSecret(value);
    case "feed":
      return judgeFeed(value);
    case "time":
      return value === "" || isTime(value)
        ? undefined
        : `has to be a time with its offset, such as 2026-11-17T09:15+07:00, not ${JSON.stringify(value)}.`;
    case "ratio":
      return /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value)
        ? undefined
        : `has to be a number from 0 to 1, such as 0.25, not ${JSON.stringify(value)}.`;
    default:
      return judgeForm(form, value);
  }
}

/** A password in the URL would fail only when spans are sent, which is too late to report it. */
function judgeHttpUrl(value: string): string | undefined {
  if (value === "") return undefined;
  const url = URL.parse(value);
  if (!/^https?:$/.test(url?.protocol ?? ""))
    return "has to be an address that begins with https:// or http://.";
  return url?.username || url?.password
    ? "must hold no user and no password; send them as a header, by OTEL_EXPORTER_OTLP_HEADERS."
    : undefined;
}

function judgeFeed(value: string): string | undefined {
  if (["", "none", "simulated"].includes(value)) return undefined;
  return readNatsServers(value) !== undefined
    ? undefined
    : "has to be simulated, none, or addresses such as nats://host:4222 or tls://user:password@host:4222 (tls:// with a host name, not an IP address), separated by commas.";
}

function isTime(value: string): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
  return form.test(value) && !Number.isNaN(Date.parse(value));
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
