import { parseKeys, readAlgorithms } from "@trading-oms/access";
import { listOf } from "../list-of.ts";
import type { Environment } from "./environment.ts";
import { judgeLimiters } from "./judge-limiters.ts";
import type { ReadStore } from "./read-store.ts";
import { readTexts } from "./read-texts.ts";
import type { KeysFrom, Settings } from "./settings.ts";
import { type VariableName, variables } from "./variables.ts";

/** What an environment comes to. */
export type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type ValueIn = (name: VariableName) => string;

/** Reads the settings; all that is wrong is told together. */
export async function readSettings(environment: Environment, readStore: ReadStore): Promise<SettingsReading> {
  const { valueIn, faults } = readTexts(variables, environment);
  const { CARDS: cards } = environment;
  const openStore = readStore(environment, faults);
  if (cards !== undefined && !can(cards, "fetch")) {
    faults.push("CARDS is no service: bind one under that name (services in the configuration).");
  }
  judgeLimiters(["USER_LIMITER", "ADDRESS_LIMITER"], environment, faults);
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
    corsOrigins: new Set(listOf(valueIn("CORS_ORIGINS"))),
    userRequestsMax: Number(valueIn("RATE_LIMIT_USER")) || undefined,
    addressRequestsMax: Number(valueIn("RATE_LIMIT_ADDRESS")) || undefined,
    logLevel: valueIn("LOG_LEVEL") as Settings["logLevel"],
  };
}

/** There are no keys of a demonstration here: a Worker is reached from everywhere. */
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
