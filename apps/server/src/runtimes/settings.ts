/** Reads the settings of a program by the table of settings. Imports nothing that a Worker lacks. */
import { type Algorithm, checkKeysUrl, checkRoleClaim, readAlgorithms } from "@trading-oms/access";
import type { Log } from "../log-and-trace.ts";
import { checkReaderSecret } from "./forwarded-cards.ts";
import { type Form, type Reader, type Setting, sharedSettings } from "./settings-table.ts";

type Table = Readonly<Record<string, Setting>>;

/** The values of forms that are not read as text. */
type FormValues = {
  readonly integer: number;
  readonly ratio: number;
  readonly limit: number | undefined;
  readonly "on-or-off": boolean;
  readonly algorithms: readonly Algorithm[];
  readonly origins: ReadonlySet<string>;
};

type FormValue<F extends Form> = F extends { readonly values: readonly (infer Value)[] }
  ? Value
  : F["kind"] extends keyof FormValues
    ? FormValues[F["kind"]]
    : string;

/** Without a fallback a value may be undefined; unset origins are an empty set. */
type ValueOf<S extends Setting> =
  | FormValue<S["form"]>
  | (S extends { fallback: ""; form: { kind: Exclude<Form["kind"], "origins"> } } ? undefined : never);

/** The values of all settings of a reader. */
export type SettingsOf<R extends Reader, T extends Table = typeof sharedSettings> = {
  readonly [Key in keyof T as R extends T[Key]["readers"][number] ? Key : never]: ValueOf<T[Key]>;
};

/** Settings as they were read. The values are valid if there is no fault. */
type SettingsRead<R extends Reader, T extends Table> = {
  readonly values: SettingsOf<R, T>;
  readonly faults: string[];
  readonly mistyped: readonly MistypedName[];
};

/** Lists the settings of a reader, in the order of the table. */
export function settingsOf(reader: Reader, table: Table): (readonly [key: string, setting: Setting])[] {
  return Object.entries(table).filter(([, { readers }]) => readers.includes(reader));
}

/** Reads the settings of a Worker; an empty variable counts as unset. */
export function readShared<R extends Reader>(reader: R, environment: Readonly<Record<string, unknown>>) {
  return readTable(reader, sharedSettings, environment, checkForm);
}

/** Reads the settings of a reader by a table; an empty variable counts as unset. */
export function readTable<R extends Reader, T extends Table>(
  reader: R,
  table: T,
  environment: Readonly<Record<string, unknown>>,
  check: typeof checkForm,
): SettingsRead<R, T> {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const settings = settingsOf(reader, table);
  for (const [key, { name, fallback, form }] of settings) {
    const given = environment[name] ?? "";
    // A value configured as a number is used as text.
    const isText = typeof given === "string" || typeof given === "number";
    const value = (isText && String(given)) || fallback;
    const wrong = isText ? value && check(form, value) : "has to be a text.";
    if (wrong) faults.push(`${name} ${wrong}`);
    values[key] = parseValue(form, value);
  }
  const [given, names] = [Object.keys(environment), settings.map(([, { name }]) => name)];
  faults.push(...listUnknownNames(given, names));
  return { values: values as SettingsOf<R, T>, faults, mistyped: listMistypedNames(given, names) };
}

function parseValue(form: Form, value: string): unknown {
  if (form.kind === "origins") return new Set(listOf(value));
  if (value === "") return undefined;
  switch (form.kind) {
    case "integer":
    case "ratio":
      return Number(value);
    case "limit":
      return Number(value) || undefined;
    case "on-or-off":
      return value === "on";
    case "algorithms": {
      const read = readAlgorithms(value);
      return read.kind === "algorithms" ? read.algorithms : [];
    }
    default:
      return value;
  }
}

/** Describes the fault of a value that is set, as the rest of a sentence after its name, for forms that Workers read as well. */
export function checkForm(form: Form, value: string): string | undefined {
  switch (form.kind) {
    case "integer":
      return checkInteger(value, form);
    case "limit":
      return checkInteger(value, { min: 0, max: form.max });
    case "on-or-off":
      return checkForm({ kind: "one-of", values: ["off", "on"] }, value);
    case "one-of":
      return form.values.includes(value)
        ? undefined
        : `has to be one of ${form.values.join(", ")}, not ${JSON.stringify(value)}.`;
    case "keys-url": {
      const wrong = checkKeysUrl(value);
      return wrong && `is refused: ${wrong}`;
    }
    case "public-url":
      return checkPublicUrl(value);
    case "reader-secret":
      return checkReaderSecret(value);
    case "algorithms": {
      const read = readAlgorithms(value);
      return read.kind === "refused" ? `is refused: ${read.message}` : undefined;
    }
    case "role-claim":
      return checkRoleClaim(value);
    case "origins":
      return checkOrigins(value);
    default:
      return undefined;
  }
}

type Range = { readonly min: number; readonly max: number };

function checkInteger(value: string, { min, max }: Range): string | undefined {
  return /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max
    ? undefined
    : `has to be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`;
}

function checkOrigins(value: string): string | undefined {
  const wrong = listOf(value).find((origin) => URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return undefined;
  return `has to list origins such as https://app.example.com, without a path; ${JSON.stringify(wrong)} is none.`;
}

/** Splits a comma-separated value. */
export function listOf(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * Prefixes for which unknown names are faults, because a typo could change who has access, which prices count or what
 * is stored.
 */
const prefixes = ["AUTH_", "SIMULATED_", "IMAGES_", "CARD_READER_"];

/** Reports unknown names with these prefixes. */
function listUnknownNames(given: readonly string[], names: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => {
    const known = names.filter((name) => name.startsWith(prefix)).join(", ");
    return given
      .filter((name) => name.startsWith(prefix) && !names.includes(name))
      .map(
        (name) => `${name} is no setting; there ${known === "" ? "is none that begins so" : `are ${known}`}.`,
      );
  });
}

/** A variable that is no setting, and the one that was probably meant. */
export type MistypedName = { readonly name: string; readonly meant: string };

/** Names that were settings, and the setting that does their work. */
const replaced: ReadonlyMap<string, string> = new Map([["DATABASE_READ_URL", "DATABASE_URL"]]);

/**
 * Finds unknown names that were settings, or are one edit away from one. Short ones are left out: other programs have
 * such names.
 */
function listMistypedNames(given: readonly string[], names: readonly string[]): MistypedName[] {
  return given.flatMap((name) => {
    if (name.length < 7 || names.includes(name)) return [];
    const meant = replaced.get(name) ?? names.find((each) => isOneEditAway(name, each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Warns of each variable that is probably a mistyped setting. */
export function warnOfMistyped(mistyped: readonly MistypedName[], log: Log): void {
  for (const { name, meant } of mistyped)
    log({ level: "warn", event: "unknown setting, perhaps mistyped", notes: { name, meant } });
}

/** Whether one letter was changed, left out, added, or swapped with the next. */
function isOneEditAway(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (isSwapped && rest.slice(2) === otherRest.slice(2))
  );
}

/**
 * Describes the fault of a public base URL. Links over http:// could be intercepted, so it is only allowed for this
 * machine.
 */
function checkPublicUrl(value: string): string | undefined {
  const url = URL.parse(value);
  const isPlain = url !== null && url.href === `${url.origin}${url.pathname}`;
  const isOwn = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? "");
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isOwn);
  return isPlain && isSafe
    ? undefined
    : "has to be an address such as https://api.example.com, without a user, a query or a fragment; http:// is taken for this machine alone.";
}
