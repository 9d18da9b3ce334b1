import { parseArgs } from "node:util";
import type { Command, CommandOption, Given } from "../command.ts";
import { UsageFault } from "../usage-fault.ts";
import { everywhereOptions } from "./everywhere-options.ts";
import { withMinusSigns, withoutMinusSigns } from "./minus-signs.ts";

/** Reads what stands behind the two words of a command, and names the first word that is not understood. */
export function readWords(command: Command, words: readonly string[]): Given {
  const settings: Readonly<Record<string, CommandOption>> = { ...command.options, ...everywhereOptions };
  const { tokens } = parseArgs({
    args: withMinusSigns(words),
    options: Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, typeOf(setting)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string>();
  const places: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") places.push(withoutMinusSigns(token.value));
    if (token.kind !== "option") continue;
    const setting = Object.hasOwn(settings, token.name) ? settings[token.name] : undefined;
    const value = readOption(setting, token);
    const before = options.get(token.name);
    if (before !== undefined && !setting?.mayRepeat) {
      throw new UsageFault(`${token.rawName} is given twice: leave out one.`);
    }
    options.set(token.name, before === undefined ? value : `${before},${value}`);
  }
  judgePlaces(command, places);
  for (const [name, { isNeeded, value }] of Object.entries(settings)) {
    if (isNeeded && !options.has(name)) {
      throw new UsageFault(`--${name} is missing: write --${name} ${value}.`);
    }
  }
  return {
    others: places.slice(command.argumentNames.length),
    argument: (name) => places[command.argumentNames.indexOf(name)] ?? "",
    needed: (name) => options.get(name) ?? "",
    option: (name) => options.get(name),
    isOn: (name) => options.has(name),
  };
}

type OptionToken = {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
};

function typeOf({ value }: CommandOption): { type: "string" | "boolean" } {
  return { type: value === undefined ? "boolean" : "string" };
}

function readOption(
  setting: CommandOption | undefined,
  { rawName, value, inlineValue }: OptionToken,
): string {
  if (setting === undefined) throw new UsageFault(`there is no option ${rawName}.`);
  if (setting.value === undefined) {
    if (value !== undefined) throw new UsageFault(`${rawName} takes no value: leave out "${value}".`);
    return "";
  }
  if (value === undefined || (!inlineValue && value.startsWith("-") && value !== "-")) {
    throw new UsageFault(`${rawName} has no value: write ${rawName} ${setting.value}.`);
  }
  return withoutMinusSigns(value);
}

function judgePlaces({ argumentNames, othersName, takesOneOther }: Command, places: readonly string[]): void {
  const missing = argumentNames[places.length];
  if (missing !== undefined) throw new UsageFault(`${missing} is missing.`);
  const countMax = othersName === undefined ? 0 : takesOneOther ? 1 : Number.POSITIVE_INFINITY;
  const excess = places[argumentNames.length + countMax];
  if (excess !== undefined) {
    throw new UsageFault(`"${excess}" is one word too many.`);
  }
  const empty = places.indexOf("");
  if (empty >= 0) throw new UsageFault(`${argumentNames[empty] ?? othersName} is empty.`);
}
