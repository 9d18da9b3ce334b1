import { parseKeys, readAlgorithms } from "@trading-oms/access";
import type { D1Binding } from "@trading-oms/store/d1";
import { judgeForm } from "../judge-form.ts";
import { listOf } from "../list-of.ts";
import { listStrangers } from "../list-strangers.ts";
import type { Environment } from "./environment.ts";
import type { KeysFrom, Settings } from "./settings.ts";
import { type VariableName, variables } from "./variables.ts";

/** What an environment comes to. */
export type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type ValueIn = (name: VariableName) => string;

/** Reads the settings; all that is wrong is told together. */
export async function readSettings(environment: Environment): Promise<SettingsReading> {
  const texts = new Map<string, string>(variables.map(({ name, fallback }) => [name, fallback]));
  const faults: string[] = [];
  for (const { name, form } of variables) {
    const given = environment[name] ?? "";
    // Whoever configures a number as a number has said what is meant.
    if (typeof given !== "string" && typeof given !== "number") {
      faults.push(`${name} has to be a text.`);
      continue;
    }
    if (given !== "") texts.set(name, String(given));
    const wrong = judgeForm(form, texts.get(name) ?? "");
    if (wrong !== undefined) faults.push(`${name} ${wrong}`);
  }
  const valueIn: ValueIn = (name) => texts.get(name) ?? "";
  const names = variables.map(({ name }) => name);
  faults.push(...listStrangers(Object.keys(environment), names));
  const { DB: database } = environment;
  if (!can(database, "prepare")) {
    faults.push("DB is no D1 database: bind one under that name (d1_databases in the configuration).");
  }
  const keysFrom = await chooseKeys(valueIn, faults);
  if (faults.length > 0 || keysFrom === undefined) return { kind: "faulty", faults };
  return {
    kind: "settings",
    settings: { database: database as D1Binding, keysFrom, ...gather(valueIn) },
  };
}

function gather(valueIn: ValueIn): Omit<Settings, "database" | "keysFrom"> {
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
