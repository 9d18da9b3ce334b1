import { parseArgs } from "node:util";
import type { Command } from "../command.ts";
import { withMinusSigns } from "./minus-signs.ts";
import { renderCommandHelp, renderGroupHelp, renderHelp } from "./render-help.ts";

/** What the first words ask for. */
export type AskedCommand =
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
