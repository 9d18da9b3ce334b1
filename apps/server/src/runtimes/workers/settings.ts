import { type Jwks, parseKeys } from "@trading-oms/access";
import type { Services } from "@trading-oms/brokerage";
import { type MistypedName, readShared, type SettingsOf } from "../settings.ts";

/** The source of the keys that verify tokens. */
type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "text"; readonly jwks: Jwks };

/** The validated settings of the Worker, read once per isolate. */
export type Settings = SettingsOf<"worker"> & {
  readonly openStore: OpenStore;
  readonly keysFrom: KeysFrom;
  readonly mistyped: readonly MistypedName[];
};

/** The result of reading the environment. */
type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Reads the settings; all faults are reported together. */
export async function readSettings(environment: Environment, readStore: ReadStore): Promise<SettingsReading> {
  const { values, faults, mistyped } = readShared("worker", environment);
  const { CARDS: cards } = environment;
  const openStore = readStore(environment, faults);
  if (cards !== undefined && !can(cards, "fetch")) {
    faults.push("CARDS is no service: bind one under that name (services in the configuration).");
  }
  checkLimiters(["USER_LIMITER", "ADDRESS_LIMITER"], environment, faults);
  const keysFrom = await chooseKeys(values, faults);
  if (faults.length > 0 || keysFrom === undefined || openStore === undefined)
    return { kind: "faulty", faults };
  return { kind: "settings", settings: { ...values, openStore, keysFrom, mistyped } };
}

/** A Worker is publicly reachable, so it has no demonstration keys. */
async function chooseKeys(
  { jwksUrl: url, jwks: text }: SettingsOf<"worker">,
  faults: string[],
): Promise<KeysFrom | undefined> {
  if (url !== undefined && text !== undefined) {
    faults.push("AUTH_JWKS_URL and AUTH_JWKS are both set; set one of them.");
    return undefined;
  }
  if (url !== undefined) return { kind: "url", url };
  if (text === undefined) {
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
