import { type Jwks, parseKeys } from "@trading-oms/access";
import type { Services } from "@trading-oms/brokerage";
import { type MistypedName, readShared, type SettingsOf } from "../settings.ts";

type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "text"; readonly jwks: Jwks };

/** The validated settings of the Worker, read once per isolate. */
export type Settings = SettingsOf<"worker"> & {
  readonly openStore: OpenStore;
  readonly keysFrom: KeysFrom;
  readonly mistyped: readonly MistypedName[];
};

type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

export async function readSettings(environment: Environment, readStore: ReadStore): Promise<SettingsReading> {
  const { values, faults, mistyped } = readShared("worker", environment);
  const openStore = readStore(environment, faults);
  readBinding(environment, { name: "CARDS", method: "fetch", ...service }, faults);
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

/** A binding by its name, a method that it has, what it is, and where the configuration has it. */
type BindingKind = {
  readonly name: string;
  readonly method: string;
  readonly what: string;
  readonly where: string;
};

export const service = { what: "service", where: "services" };

/** Reads a binding; undefined if there is none. Something else under its name is a fault. */
export function readBinding<Binding>(
  environment: Environment,
  { name, method, what, where }: BindingKind,
  faults: string[],
): Binding | undefined {
  const bound = environment[name] as Readonly<Record<string, unknown>> | null | undefined;
  if (bound === undefined || typeof bound?.[method] === "function") return bound as Binding | undefined;
  faults.push(`${name} is no ${what}: bind one under that name (${where} in the configuration).`);
  return undefined;
}

export function checkLimiters(names: readonly string[], environment: Environment, faults: string[]): void {
  for (const name of names)
    readBinding(environment, { name, method: "limit", what: "rate limiter", where: "ratelimits" }, faults);
}

/** Opens a store, and creates the schema in an empty database. */
export type OpenStore = () => Promise<Services["store"]>;

/** Reads the store binding from the environment; adds faults. */
export type ReadStore = (environment: Environment, faults: string[]) => OpenStore | undefined;

export type Environment = Readonly<Record<string, unknown>>;
