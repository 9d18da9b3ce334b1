/** The rows of the table of settings that Workers read. The others are in node/settings/table.ts, so that no Worker carries them. */
import { defaultAlgorithms, defaultAudience, defaultIssuer, defaultRoleClaim } from "@trading-oms/access";
import {
  algorithms,
  type Form,
  keysUrl,
  limit,
  oneOf,
  origins,
  publicUrl,
  readerSecret,
  roleClaim,
  text,
  whole,
} from "./setting-forms.ts";

/** The programs that read settings: the server on Node, Bun and Deno, four kinds of Workers, and the command line. */
export type Reader = "node" | "worker" | "cards" | "images" | "watch" | "oms";

/** A setting. Without a fallback it may be unset. */
export type Setting = {
  /** The name of its environment variable. */
  readonly name: string;
  /** The value if the variable is unset or empty. */
  readonly fallback: string;
  readonly form: Form<unknown>;
  readonly readers: readonly Reader[];
  /** Its meaning, for `--help` and docs/settings.md. */
  readonly about: string;
};

/** Makes a row. */
export function setting<const Fallback extends string, Value, const R extends readonly Reader[]>(
  name: string,
  fallback: Fallback,
  form: Form<Value>,
  readers: R,
  about: string,
) {
  return { name, fallback, form, readers, about };
}

/** The settings that Workers read; most are read by the server as well. */
export const sharedSettings = {
  jwksUrl: setting(
    "AUTH_JWKS_URL",
    "",
    keysUrl,
    ["node", "worker", "oms"],
    "the https URL of the token issuer's public keys",
  ),
  jwks: setting(
    "AUTH_JWKS",
    "",
    text,
    ["worker"],
    "the issuer's public keys themselves, instead of AUTH_JWKS_URL",
  ),
  issuer: setting(
    "AUTH_ISSUER",
    defaultIssuer,
    text,
    ["node", "worker", "oms"],
    "the required iss claim of a token",
  ),
  audience: setting(
    "AUTH_AUDIENCE",
    defaultAudience,
    text,
    ["node", "worker", "oms"],
    "the required aud claim of a token",
  ),
  algorithms: setting(
    "AUTH_ALGORITHMS",
    defaultAlgorithms.join(", "),
    algorithms,
    ["node", "worker", "oms"],
    "the accepted signature algorithms",
  ),
  roleClaim: setting(
    "AUTH_ROLE_CLAIM",
    defaultRoleClaim,
    roleClaim,
    ["node", "worker", "oms"],
    "the claim of a token that carries a role, viewer or operator, as a text or in a list; an operator is a viewer too",
  ),
  corsOrigins: setting(
    "CORS_ORIGINS",
    "",
    origins,
    ["node", "worker", "cards", "images"],
    "origins whose pages may call the service, separated by commas; with the demonstration's own keys also pages on http://localhost and http://127.0.0.1, at any port",
  ),
  userRequestsMax: setting(
    "RATE_LIMIT_USER",
    "600",
    limit(1_000_000),
    ["node", "worker"],
    "requests per minute and user, counted per process; 0 for no limit",
  ),
  addressRequestsMax: setting(
    "RATE_LIMIT_ADDRESS",
    "600",
    limit(1_000_000),
    ["node", "worker"],
    "requests without a token, cards apart, and requests with a refused one, per minute and network address, counted per process; 0 for no limit",
  ),
  cardRequestsMax: setting(
    "RATE_LIMIT_CARDS",
    "20",
    limit(1_000_000),
    ["node", "cards", "images"],
    "identity cards per minute and network address, counted per process; 0 for no limit",
  ),
  cardReaderUrl: setting(
    "CARD_READER_URL",
    "",
    publicUrl,
    ["cards"],
    "the https URL of a server on Node that reads cards; without it the Worker reads them itself",
  ),
  cardReaderSecret: setting(
    "CARD_READER_SECRET",
    "",
    readerSecret,
    ["node", "cards"],
    "the shared secret of Workers that forward identity cards and of the server that reads them; a server without it rejects them",
  ),
  imageKeys: setting(
    "IMAGES_KEYS",
    "",
    text,
    ["cards", "images"],
    "the content of the file with the encryption keys of images",
  ),
  imageDays: setting(
    "IMAGES_DAYS",
    "30",
    whole(1, 3_650),
    ["node", "cards"],
    "how many days an image is stored",
  ),
  imageLinkMinutes: setting(
    "IMAGES_LINK_MINUTES",
    "10",
    whole(1, 60),
    ["node", "cards"],
    "how many minutes a link to an image is valid",
  ),
  imagesUrl: setting(
    "IMAGES_URL",
    "",
    publicUrl,
    ["node", "cards"],
    "the base URL of links to images: the public URL of the server, or of the Worker for images, such as https://api.example.com",
  ),
  imagePurpose: setting(
    "IMAGES_PURPOSE",
    "",
    text,
    ["node", "cards"],
    "the purpose of storing images; recorded with each image",
  ),
  imageConsent: setting(
    "IMAGES_CONSENT",
    "",
    text,
    ["node", "cards"],
    "your name for the text that card holders consented to; recorded with each image",
  ),
  logLevel: setting(
    "LOG_LEVEL",
    "info",
    oneOf("error", "warn", "info"),
    ["node", "worker", "cards", "images", "watch"],
    "info logs each request, warn only what needs attention, error only unexpected failures",
  ),
} as const satisfies Readonly<Record<string, Setting>>;
