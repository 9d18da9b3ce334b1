import {
  type Algorithm,
  defaultAlgorithms,
  defaultAudience,
  defaultIssuer,
  defaultRoleClaim,
  type Jwks,
  parseKeys,
  readAlgorithms,
} from "@trading-oms/access";
import type { Services } from "@trading-oms/brokerage";
import type { LogLevel } from "../../http/log-and-trace.ts";
import { checkForm, type Form, listOf, listUnknownNames } from "../settings.ts";

/** The source of the keys that verify tokens. */
type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "text"; readonly jwks: Jwks };

/** The validated settings of the Worker, read once per isolate. */
export type Settings = {
  readonly openStore: OpenStore;
  readonly keysFrom: KeysFrom;
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly Algorithm[];
  readonly roleClaim: string;
  readonly corsOrigins: ReadonlySet<string>;
  /** Undefined for no limit. */
  readonly userRequestsMax: number | undefined;
  /** Undefined for no limit. */
  readonly addressRequestsMax: number | undefined;
  readonly logLevel: LogLevel;
};

/** Variables that several Workers share. */
export const corsOriginsVariable = { name: "CORS_ORIGINS", fallback: "", form: { kind: "origins" } } as const;
export const logLevelVariable = {
  name: "LOG_LEVEL",
  fallback: "info",
  form: { kind: "one-of", values: ["error", "warn", "info"] },
} as const;
/** Cards per minute and network address; the image Worker allows three images per card. */
export const cardRateVariable = {
  name: "RATE_LIMIT_CARDS",
  fallback: "20",
  form: { kind: "integer", min: 0, max: 1_000_000 },
} as const;

/** All variables and secrets of the Worker; an empty one counts as unset. */
const variables = [
  /** The https URL of the token issuer's keys. */
  { name: "AUTH_JWKS_URL", fallback: "", form: { kind: "keys-url" } },
  /** The issuer's keys themselves, instead of their URL. */
  { name: "AUTH_JWKS", fallback: "", form: { kind: "text" } },
  { name: "AUTH_ISSUER", fallback: defaultIssuer, form: { kind: "text" } },
  { name: "AUTH_AUDIENCE", fallback: defaultAudience, form: { kind: "text" } },
  { name: "AUTH_ALGORITHMS", fallback: defaultAlgorithms.join(", "), form: { kind: "algorithms" } },
  /** The claim that carries the role of a token. */
  { name: "AUTH_ROLE_CLAIM", fallback: defaultRoleClaim, form: { kind: "role-claim" } },
  corsOriginsVariable,
  /** Requests per minute and user, counted by each isolate; 0 for no limit. */
  { name: "RATE_LIMIT_USER", fallback: "600", form: { kind: "integer", min: 0, max: 1_000_000 } },
  /** Symbol searches per minute and network address, counted by each isolate; 0 for no limit. */
  { name: "RATE_LIMIT_ADDRESS", fallback: "600", form: { kind: "integer", min: 0, max: 1_000_000 } },
  logLevelVariable,
] as const satisfies readonly { readonly name: string; readonly fallback: string; readonly form: Form }[];

/** The name of a variable of the Worker. */
type VariableName = (typeof variables)[number]["name"];

/** The result of reading the environment. */
type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type ValueIn = (name: VariableName) => string;

/** Reads the settings; all faults are reported together. */
export async function readSettings(environment: Environment, readStore: ReadStore): Promise<SettingsReading> {
  const { valueIn, faults } = readTexts(variables, environment);
  const { CARDS: cards } = environment;
  const openStore = readStore(environment, faults);
  if (cards !== undefined && !can(cards, "fetch")) {
    faults.push("CARDS is no service: bind one under that name (services in the configuration).");
  }
  checkLimiters(["USER_LIMITER", "ADDRESS_LIMITER"], environment, faults);
  const keysFrom = await chooseKeys(valueIn, faults);
  if (faults.length > 0 || keysFrom === undefined || openStore === undefined)
    return { kind: "faulty", faults };
  return {
    kind: "settings",
    settings: { openStore, keysFrom, ...gather(valueIn) },
  };
}

function gather(valueIn: ValueIn): Omit<Settings, "openStore" | "keysFrom"> {
  const algorithms = readAlgorithms(valueIn("AUTH_ALGORITHMS"));
  return {
    issuer: valueIn("AUTH_ISSUER"),
    audience: valueIn("AUTH_AUDIENCE"),
    algorithms: algorithms.kind === "algorithms" ? algorithms.algorithms : [],
    roleClaim: valueIn("AUTH_ROLE_CLAIM"),
    corsOrigins: new Set(listOf(valueIn("CORS_ORIGINS"))),
    userRequestsMax: Number(valueIn("RATE_LIMIT_USER")) || undefined,
    addressRequestsMax: Number(valueIn("RATE_LIMIT_ADDRESS")) || undefined,
    logLevel: valueIn("LOG_LEVEL") as Settings["logLevel"],
  };
}

/** A Worker is publicly reachable, so it has no demonstration keys. */
async function chooseKeys(valueIn: ValueIn, faults: string[]): Promise<KeysFrom | undefined> {
  const url = valueIn("AUTH_JWKS_URL");
  const text = valueIn("AUTH_JWKS");
  if (url !== "" && text !== "") {
    faults.push("AUTH_JWKS_URL and AUTH_JWKS are both set; set one of them.");
    return undefined;
  }
  if (url !== "") return { kind: "url", url };
  if (text === "") {
    faults.push("Keys are needed to check tokens with: set AUTH_JWKS_URL or AUTH_JWKS.");
    return undefined;
  }
  const parsed = await parseKeys(text);
  if (parsed.kind === "keys") return { kind: "text", jwks: parsed.jwks };
  faults.push(...parsed.issues.map((issue) => `AUTH_JWKS: ${issue}`));
  return undefined;
}

function can(binding: unknown, method: string): boolean {
  return typeof (binding as Readonly<Record<string, unknown>> | null | undefined)?.[method] === "function";
}

/** Reports bindings that are not rate limiters; a binding may be missing. */
export function checkLimiters(names: readonly string[], environment: Environment, faults: string[]): void {
  for (const name of names) {
    const { limit } = (environment[name] ?? {}) as { readonly limit?: unknown };
    if (environment[name] !== undefined && typeof limit !== "function") {
      faults.push(`${name} is no rate limiter: bind one under that name (ratelimits in the configuration).`);
    }
  }
}

/** Opens a store, and creates the schema in an empty database. */
export type OpenStore = () => Promise<Services["store"]>;

/** Reads the store binding from the environment; adds faults. */
export type ReadStore = (environment: Environment, faults: string[]) => OpenStore | undefined;

/** The variables and bindings of a Worker, by name. */
export type Environment = Readonly<Record<string, unknown>>;

/** A variable: name, default and form. */
type Variable<Name extends string> = {
  readonly name: Name;
  readonly fallback: string;
  readonly form: Form;
};

/** The variables by name, and all their faults. */
type TextsReading<Name extends string> = {
  readonly valueIn: (name: Name) => string;
  readonly faults: string[];
};

/** Reads the variables; an unset one has its default. */
export function readTexts<Name extends string>(
  variables: readonly Variable<Name>[],
  environment: Environment,
): TextsReading<Name> {
  const texts = new Map<string, string>(variables.map(({ name, fallback }) => [name, fallback]));
  const faults: string[] = [];
  for (const { name, form } of variables) {
    const given = environment[name] ?? "";
    // A value configured as a number is used as text.
    if (typeof given !== "string" && typeof given !== "number") {
      faults.push(`${name} has to be a text.`);
      continue;
    }
    if (given !== "") texts.set(name, String(given));
    const wrong = checkForm(form, texts.get(name) ?? "");
    if (wrong !== undefined) faults.push(`${name} ${wrong}`);
  }
  const names = variables.map(({ name }) => name);
  faults.push(...listUnknownNames(Object.keys(environment), names));
  return { valueIn: (name) => texts.get(name) ?? "", faults };
}
