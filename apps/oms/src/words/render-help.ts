import type { Command, CommandOption } from "../command.ts";
import { everywhereOptions } from "./everywhere-options.ts";

const exitCodes =
  "Exit codes: 0 done, 1 refused by a rule (nothing was changed, and the message says why) or an audit does not hold, 2 used wrongly.";

/** What `oms --help` says. */
export function renderHelp(commands: readonly Command[]): string {
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
export function renderGroupHelp(group: string, commands: readonly Command[]): string {
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
export function renderCommandHelp(command: Command): string {
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
