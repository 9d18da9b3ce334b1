/** Reads the settings of a program by the table of settings. Imports nothing that a Worker lacks. */
import type { Log } from "../log-and-trace.ts";
import { origins, Wrong } from "./setting-forms.ts";
import { type Reader, type Setting, sharedSettings } from "./settings-table.ts";

type Table = Readonly<Record<string, Setting>>;

/** Without a fallback a value may be undefined; unset origins are an empty set. */
type ValueOf<S extends Setting> =
  | Exclude<ReturnType<S["form"]>, Wrong>
  | (S["fallback"] extends "" ? (S["form"] extends typeof origins ? never : undefined) : never);

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
  return readTable(reader, sharedSettings, environment);
}

/** Reads the settings of a reader by a table; an empty variable counts as unset. */
export function readTable<R extends Reader, T extends Table>(
  reader: R,
  table: T,
  environment: Readonly<Record<string, unknown>>,
): SettingsRead<R, T> {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const settings = settingsOf(reader, table);
  for (const [key, { name, fallback, form }] of settings) {
    const given = environment[name] ?? "";
    // A value configured as a number is used as text.
    const isText = typeof given === "string" || typeof given === "number";
    const value = (isText && String(given)) || fallback;
    const read = value === "" && form !== origins ? undefined : form(value);
    if (!isText) faults.push(`${name} has to be a text.`);
    else if (read instanceof Wrong) faults.push(`${name} ${read.why}`);
    values[key] = read instanceof Wrong ? value : read;
  }
  const [given, names] = [Object.keys(environment), settings.map(([, { name }]) => name)];
  faults.push(...listUnknownNames(given, names));
  return { values: values as SettingsOf<R, T>, faults, mistyped: listMistypedNames(given, names) };
}

/**
 * Prefixes for which unknown names are faults, because a typo could change who has access, which prices count or what
 * is stored.
 */
const prefixes = ["AUTH_", "SIMULATED_", "IMAGES_", "CARD_READER_"];

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

/** Reports what keeping images needs and is not set. */
export function reportMissing(names: readonly string[], faults: string[]): void {
  const have = names.length === 1 ? "has" : "have";
  if (names.length > 0)
    faults.push(`IMAGES keeps images, so that ${names.join(", ")} ${have} to be set as well.`);
}

/** How long images are kept, the base of their links, and the recorded purpose and consent. */
export function keepingOf(
  values: Pick<
    SettingsOf<"cards">,
    "imageDays" | "imageLinkMinutes" | "imagesUrl" | "imagePurpose" | "imageConsent"
  >,
) {
  return {
    keptMs: values.imageDays * 86_400_000,
    linkMs: values.imageLinkMinutes * 60_000,
    origin: (values.imagesUrl ?? "").replace(/\/+$/, ""),
    purpose: values.imagePurpose ?? "",
    consent: values.imageConsent ?? "",
  };
}

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
