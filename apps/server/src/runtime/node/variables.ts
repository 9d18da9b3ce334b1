import { defaultAlgorithms, defaultAudience, defaultIssuer } from "@trading-oms/access";
import type { Form } from "../form.ts";

/** What an environment variable may hold, and what it is for; help, checks and documentation follow from this list. */
export type Variable = {
  readonly name: string;
  /** What holds where it is absent or empty. */
  readonly fallback: string;
  readonly about: string;
  readonly form: NodeForm;
};

/** How a value is written on this runtime. */
export type NodeForm =
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

/** Every variable that the server reads; the order is that of its help. */
export const variables = [
  {
    name: "PORT",
    fallback: "8787",
    about: "where to listen; 0 takes any free port",
    form: { kind: "integer", min: 0, max: 65_535 },
  },
  {
    name: "HOST",
    fallback: "127.0.0.1",
    about: "an IP address or a host name of this machine",
    form: { kind: "host" },
  },
  {
    name: "DATA_DIR",
    fallback: "./data",
    about: "the folder of the SQLite file and of the demonstration's keys",
    form: text,
  },
  {
    name: "DATABASE_URL",
    fallback: "",
    about: "postgres://user:password@host:5432/database; without it, oms.sqlite in DATA_DIR",
    form: { kind: "database" },
  },
  {
    name: "DATABASE_CONNECTIONS",
    fallback: "10",
    about: "how many connections to PostgreSQL this process holds at most",
    form: { kind: "integer", min: 1, max: 1_000 },
  },
  {
    name: "DATABASE_READ_URL",
    fallback: "",
    about:
      "a streaming replica of DATABASE_URL, from which pages of notifications are read where it is not behind; it gets as many connections again",
    form: { kind: "database" },
  },
  {
    name: "WATCH",
    fallback: "on",
    about: "off leaves it to other processes to watch positions and to tell their owners",
    form: { kind: "one-of", values: ["off", "on"] },
  },
  {
    name: "FEED",
    fallback: "",
    about:
      "simulated, none, or nats://host:port, several separated by commas; without it, simulated where keys and SQLite file are the demonstration's own, else none",
    form: { kind: "feed" },
  },
  {
    name: "FEED_SIMULATED",
    fallback: "off",
    about: "on takes prices over NATS that are only played; off passes them over, and counts them",
    form: { kind: "one-of", values: ["off", "on"] },
  },
  {
    name: "SIMULATED_SPEED",
    fallback: "10",
    about: "how much faster than the clock a simulated exchange plays; 1 is as fast as it is",
    form: { kind: "integer", min: 1, max: 1_000 },
  },
  {
    name: "SIMULATED_HOURS",
    fallback: "always",
    about: "exchange keeps the hours, weekends and holidays of the exchanges; always trades at any hour",
    form: { kind: "one-of", values: ["always", "exchange"] },
  },
  {
    name: "SIMULATED_SEED",
    fallback: "1",
    about: "the same seed, start and catalog play the same prices",
    form: { kind: "integer", min: 0, max: 2_147_483_647 },
  },
  {
    name: "SIMULATED_START",
    fallback: "",
    about:
      "what its clock says as it starts, such as 2026-11-17T09:15+07:00; without it, now, or 9:15 if it trades always",
    form: { kind: "time" },
  },
  {
    name: "AUTH_JWKS_URL",
    fallback: "",
    about: "where the keys of the token issuer are, over https",
    form: { kind: "keys-url" },
  },
  {
    name: "AUTH_JWKS_FILE",
    fallback: "",
    about: "a file of the issuer's keys, in place of AUTH_JWKS_URL; a change is seen within seconds",
    form: text,
  },
  { name: "AUTH_ISSUER", fallback: defaultIssuer, about: "the iss that a token has to carry", form: text },
  {
    name: "AUTH_AUDIENCE",
    fallback: defaultAudience,
    about: "the aud that a token has to carry",
    form: text,
  },
  {
    name: "AUTH_ALGORITHMS",
    fallback: defaultAlgorithms.join(", "),
    about: "the signature algorithms that are taken",
    form: { kind: "algorithms" },
  },
  {
    name: "CORS_ORIGINS",
    fallback: "",
    about: "origins whose pages may call the service, separated by commas",
    form: { kind: "origins" },
  },
  {
    name: "RATE_LIMIT_USER",
    fallback: "600",
    about: "requests a minute and user, counted by each process; 0 counts nothing",
    form: { kind: "integer", min: 0, max: 1_000_000 },
  },
  {
    name: "RATE_LIMIT_ADDRESS",
    fallback: "600",
    about: "symbol searches a minute and network address, counted by each process; 0 counts nothing",
    form: { kind: "integer", min: 0, max: 1_000_000 },
  },
  {
    name: "RATE_LIMIT_CARDS",
    fallback: "20",
    about: "identity cards a minute and network address, counted by each process; 0 counts nothing",
    form: { kind: "integer", min: 0, max: 1_000_000 },
  },
  {
    name: "CARD_WORKERS",
    fallback: "0",
    about: "how many identity cards are read at a time, each in a process of its own; 0 is one a core",
    form: { kind: "integer", min: 0, max: 256 },
  },
  {
    name: "CARD_QUEUE",
    fallback: "16",
    about: "how many identity cards wait for one of them; whoever comes then is told to come again",
    form: { kind: "integer", min: 0, max: 10_000 },
  },
  {
    name: "CARD_READER_SECRET",
    fallback: "",
    about: "the secret by which Workers forward identity cards to this server; without it none are taken",
    form: { kind: "reader-secret" },
  },
  {
    name: "IMAGES",
    fallback: "",
    about:
      "where images of identity cards are kept: a folder such as /var/lib/oms/images, or a bucket such as https://s3.example.com/cards; without it none are",
    form: { kind: "image-place" },
  },
  {
    name: "IMAGES_KEY_FILE",
    fallback: "",
    about: "the file of the keys that images are sealed under, as oms images key makes it",
    form: text,
  },
  {
    name: "IMAGES_DAYS",
    fallback: "30",
    about: "how many days an image is kept",
    form: { kind: "integer", min: 1, max: 3_650 },
  },
  {
    name: "IMAGES_LINK_MINUTES",
    fallback: "10",
    about: "how many minutes a link to an image is good",
    form: { kind: "integer", min: 1, max: 60 },
  },
  {
    name: "IMAGES_URL",
    fallback: "",
    about: "what links to images begin with: where others reach this server, such as https://api.example.com",
    form: { kind: "public-url" },
  },
  {
    name: "IMAGES_PURPOSE",
    fallback: "",
    about: "what images are kept for; recorded with each",
    form: text,
  },
  {
    name: "IMAGES_CONSENT",
    fallback: "",
    about: "the words that holders have agreed to, by your name for them; recorded with each image",
    form: text,
  },
  {
    name: "IMAGES_S3_REGION",
    fallback: "us-east-1",
    about: "the region of the bucket, as its storage calls it",
    form: text,
  },
  {
    name: "IMAGES_S3_ACCESS_KEY_ID",
    fallback: "",
    about: "who asks the bucket",
    form: text,
  },
  {
    name: "IMAGES_S3_SECRET_ACCESS_KEY",
    fallback: "",
    about: "what its requests are signed with",
    form: text,
  },
  {
    name: "TRUSTED_PROXIES",
    fallback: "0",
    about: "how many proxies add to X-Forwarded-For on the way here; 0 takes the peer for the caller",
    form: { kind: "integer", min: 0, max: 16 },
  },
  {
    name: "LOG_LEVEL",
    fallback: "info",
    about: "info tells each request, warn what needs a look, error what nobody expected",
    form: { kind: "one-of", values: ["error", "warn", "info"] },
  },
  {
    name: "DRAIN_DELAY_MS",
    fallback: "500",
    about: "how long, once told to stop, connections are still taken, so that balancers notice",
    form: { kind: "integer", min: 0, max: 600_000 },
  },
  {
    name: "SHUTDOWN_TIMEOUT_MS",
    fallback: "10000",
    about: "how long requests under way may take after that",
    form: { kind: "integer", min: 100, max: 600_000 },
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: "",
    about: "where traces go, by OTLP over HTTP; without it none are made",
    form: { kind: "http-url" },
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    fallback: "",
    about: "headers that traces are sent with, as name=value, separated by commas, percent-encoded",
    form: { kind: "http-headers" },
  },
  {
    name: "OTEL_TRACES_SAMPLER_ARG",
    fallback: "1",
    about: "the share of traces that is sent, 0 to 1, where the caller has not decided",
    form: { kind: "ratio" },
  },
  {
    name: "OTEL_SERVICE_NAME",
    fallback: "trading-oms",
    about: "the name of this service in traces",
    form: text,
  },
  {
    name: "DEMONSTRATION",
    fallback: "off",
    about: "on lets the demonstration's own keys serve a DATABASE_URL as well",
    form: { kind: "one-of", values: ["off", "on"] },
  },
  {
    name: "NODE_ENV",
    fallback: "",
    about: "production refuses to start without keys of your own",
    form: text,
  },
] as const satisfies readonly Variable[];

/** The name of a variable of the server. */
export type VariableName = (typeof variables)[number]["name"];
