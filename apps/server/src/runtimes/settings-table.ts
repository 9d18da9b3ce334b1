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

export type Setting = {
  readonly name: string;
  /** The value if the variable is unset or empty. */
  readonly fallback: string;
  readonly form: Form<unknown>;
  readonly readers: readonly Reader[];
  /** Its meaning, for `--help` and docs/settings.md. */
  readonly about: string;
};

/** Makes rows of settings that these programs read. */
export function readBy<const R extends readonly Reader[]>(...readers: R) {
  return <Value = string, const Fallback extends string = "">(
    name: string,
    about: string,
    form: Form<Value> = text as Form<never>,
    fallback = "" as Fallback,
  ) => ({ name, fallback, form, readers, about });
}

const forPages = readBy("node", "worker", "cards", "images");
const forTokens = readBy("node", "worker", "oms");
const forCards = readBy("node", "cards");

/** The settings that Workers read; most are read by the server as well. */
export const sharedSettings = {
  jwksUrl: forTokens("AUTH_JWKS_URL", "the https URL of the token issuer's public keys", keysUrl),
  jwks: readBy("worker")("AUTH_JWKS", "the issuer's public keys themselves, instead of AUTH_JWKS_URL"),
  issuer: forTokens("AUTH_ISSUER", "the required iss claim of a token", text, defaultIssuer),
  audience: forTokens("AUTH_AUDIENCE", "the required aud claim of a token", text, defaultAudience),
  algorithms: forTokens(
    "AUTH_ALGORITHMS",
    "the accepted signature algorithms",
    algorithms,
    defaultAlgorithms.join(", "),
  ),
  roleClaim: forTokens(
    "AUTH_ROLE_CLAIM",
    "the claim of a token that carries a role, viewer or operator, as a text or in a list; an operator is a viewer too",
    roleClaim,
    defaultRoleClaim,
  ),
  corsOrigins: forPages(
    "CORS_ORIGINS",
    "origins whose pages may call the service, separated by commas; with the demonstration's own keys also pages on http://localhost and http://127.0.0.1, at any port",
    origins,
  ),
  userRequestsMax: readBy("node", "worker")(
    "RATE_LIMIT_USER",
    "requests per minute and user, counted per process; 0 for no limit",
    limit(1_000_000),
    "600",
  ),
  addressRequestsMax: readBy("node", "worker")(
    "RATE_LIMIT_ADDRESS",
    "requests without a token, cards apart, and requests with a refused one, per minute and network address, counted per process; 0 for no limit",
    limit(1_000_000),
    "600",
  ),
  cardRequestsMax: readBy("node", "cards", "images")(
    "RATE_LIMIT_CARDS",
    "identity cards per minute and network address, counted per process; 0 for no limit",
    limit(1_000_000),
    "20",
  ),
  cardReaderUrl: readBy("cards")(
    "CARD_READER_URL",
    "the https URL of a server on Node that reads cards; without it the Worker reads them itself",
    publicUrl,
  ),
  cardReaderSecret: forCards(
    "CARD_READER_SECRET",
    "the shared secret of Workers that forward identity cards and of the server that reads them; a server without it rejects them",
    readerSecret,
  ),
  imageKeys: readBy("cards", "images")(
    "IMAGES_KEYS",
    "the content of the file with the encryption keys of images",
  ),
  imageDays: forCards("IMAGES_DAYS", "how many days an image is stored", whole(1, 3_650), "30"),
  imageLinkMinutes: forCards(
    "IMAGES_LINK_MINUTES",
    "how many minutes a link to an image is valid",
    whole(1, 60),
    "10",
  ),
  imagesUrl: forCards(
    "IMAGES_URL",
    "the base URL of links to images: the public URL of the server, or of the Worker for images, such as https://api.example.com",
    publicUrl,
  ),
  imagePurpose: forCards("IMAGES_PURPOSE", "the purpose of storing images; recorded with each image"),
  imageConsent: forCards(
    "IMAGES_CONSENT",
    "your name for the text that card holders consented to; recorded with each image",
  ),
  logLevel: readBy(
    "node",
    "worker",
    "cards",
    "images",
    "watch",
  )(
    "LOG_LEVEL",
    "info logs each request, warn only what needs attention, error only unexpected failures",
    oneOf("error", "warn", "info"),
    "info",
  ),
} as const;
