import { parseArgs } from "node:util";
import { type Command, type CommandOption, type Given, UsageFault } from "./command.ts";

/** The options that every command has. */
const everywhereOptions: Readonly<Record<string, CommandOption>> = {
  database: {
    value: "DATABASE",
    about: "the file of a SQLite database, or postgres://…",
    otherwise: "DATABASE_URL, else oms.sqlite in DATA_DIR or ./data",
  },
  json: { about: "the result as one JSON value, on stdout" },
  help: { about: "this text" },
};

/** The sign of subtraction, which no option begins with. */
const minus = "\u2212";

/** Keeps a number below 0 from being taken for an option: a position of -2 is a short one. */
function withMinusSigns(words: readonly string[]): string[] {
  return words.map((word) => (/^-[0-9]/.test(word) ? `${minus}${word.slice(1)}` : word));
}

/** Gives the number as it was written. */
function withoutMinusSigns(word: string): string {
  return word.startsWith(minus) ? `-${word.slice(minus.length)}` : word;
}

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

/** What the first words ask for. */
type AskedCommand =
  | { readonly kind: "help"; readonly help: string }
  | { readonly kind: "unknown"; readonly message: string; readonly help: string }
  | { readonly kind: "command"; readonly command: Command; readonly words: readonly string[] };

/** Finds the command that the first words name, wherever the options stand, and what is left of the words. */
export function findCommand(words: readonly string[], commands: readonly Command[]): AskedCommand {
  const { values, tokens } = parseArgs({
    args: withMinusSigns(words),
    options: {
      database: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const [first, second] = tokens.filter((token) => token.kind === "positional");
  const isHelpAsked = values["help"] !== undefined;
  const asked = (help: string, message: string): AskedCommand =>
    isHelpAsked ? { kind: "help", help } : { kind: "unknown", message, help };
  if (first === undefined) return asked(renderHelp(commands), "a command is missing.");
  const kin = commands.filter(({ words: [group] }) => group === first.value);
  if (kin.length === 0) {
    return { kind: "unknown", message: `there is no command "${first.value}".`, help: hintOf("oms") };
  }
  const withoutWords = (...places: readonly number[]) =>
    words.filter((_word, index) => !places.includes(index));
  const alone = kin.find(({ words: [, verb] }) => verb === undefined);
  if (alone !== undefined) return chosen(alone, withoutWords(first.index), isHelpAsked);
  const help = renderGroupHelp(first.value, kin);
  if (second === undefined) return asked(help, `${first.value} is not all of a command.`);
  const command = kin.find(({ words: [, verb] }) => verb === second.value);
  if (command === undefined) {
    const message = `there is no command "${first.value} ${second.value}".`;
    return { kind: "unknown", message, help: hintOf(`oms ${first.value}`) };
  }
  return chosen(command, withoutWords(first.index, second.index), isHelpAsked);
}

function chosen(command: Command, words: readonly string[], isHelpAsked: boolean): AskedCommand {
  return isHelpAsked
    ? { kind: "help", help: renderCommandHelp(command) }
    : { kind: "command", command, words };
}

function hintOf(name: string): string {
  return `To see the commands: ${name} --help`;
}

const exitCodes =
  "Exit codes: 0 done, 1 refused by a rule (nothing was changed, and the message says why) or an audit does not hold, 2 used wrongly.";

/** What `oms --help` says. */
function renderHelp(commands: readonly Command[]): string {
  return [
    "The operator's command line: accounts, cash, positions, covers, audits, the watch, prices, feeds, rates, holidays, instruments, tokens, backups, identity cards and their images.",
    "",
    "  oms COMMAND … [--database DATABASE] [--json] [--help]",
    "",
    ...renderSynopses(commands),
    "",
    ...renderOptions(everywhereOptions),
    "",
    "oms COMMAND --help tells more of each. It works beside running servers.",
    exitCodes,
  ].join("\n");
}

/** What `oms accounts --help` says. */
function renderGroupHelp(group: string, commands: readonly Command[]): string {
  return [
    `The commands of oms ${group}:`,
    "",
    ...renderSynopses(commands),
    "",
    ...renderOptions(everywhereOptions),
    "",
    exitCodes,
  ].join("\n");
}

/** What `oms accounts open --help` says. */
function renderCommandHelp(command: Command): string {
  return [
    command.summary,
    "",
    `  ${synopsisOf(command)}`,
    "",
    ...foldText(command.about),
    "",
    ...renderOptions({ ...command.options, ...everywhereOptions }),
    "",
    "Example:",
    "",
    `  ${command.example}`,
    "",
    exitCodes,
  ].join("\n");
}

function renderSynopses(commands: readonly Command[]): string[] {
  return commands.flatMap((command) => [`  ${synopsisOf(command)}`, `      ${command.summary}`]);
}

function synopsisOf({ words, argumentNames, othersName, takesOneOther, options }: Command): string {
  const told = Object.entries(options).map(([name, option]) => {
    const text = titleOf(name, option);
    return option.isNeeded ? text : `[${text}]`;
  });
  const others = othersName === undefined ? [] : [`[${othersName}${takesOneOther ? "" : "…"}]`];
  return ["oms", ...words, ...argumentNames, ...others, ...told].join(" ");
}

function titleOf(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function renderOptions(options: Readonly<Record<string, CommandOption>>): string[] {
  const entries = Object.entries(options);
  const width = Math.max(...entries.map(([name, option]) => titleOf(name, option).length));
  return entries.map(([name, option]) => {
    const otherwise = option.otherwise === undefined ? "" : ` (${option.otherwise})`;
    return `  ${titleOf(name, option).padEnd(width)}  ${option.about}${otherwise}`;
  });
}

const columnsMax = 100;

function foldText(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + word.length >= columnsMax) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
