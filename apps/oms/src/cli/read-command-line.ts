import { Command as Cli, CommanderError, type ErrorOptions, Help, type Option } from "commander";
import { type Command, type CommandInput, type CommandOption, UsageFault, type World } from "./command.ts";

/** A command with its input, or an exit code if help or a usage error was printed instead. */
export type CommandLine =
  | { readonly command: Command; readonly input: CommandInput }
  | { readonly exitCode: number };

/** The options of every command. They may also precede its name. */
const globalOptions: Readonly<Record<string, CommandOption>> = {
  database: {
    value: "DATABASE",
    about: "for commands that work on a store: the file of a SQLite database, or postgres://…",
    otherwise: "DATABASE_URL, else oms.sqlite in DATA_DIR or ./data",
  },
  json: { about: "the result as one JSON value, on stdout" },
};

const summary =
  "The operator's command line: accounts, cash, positions, covers, audits, the watch, prices, feeds, rates, holidays, instruments, tokens, backups, identity cards and their images. It works beside running servers, or sends requests to one.";
const exitCodes =
  "Exit codes: 0 done, 1 refused by a rule (nothing was changed, and the message says why) or an audit does not hold, 2 used wrongly, 3 the token or its role was refused, 4 a server did not answer as it should.";
const helpColumns = 100;

/** Parses a command line into a command and its input. */
export function readCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  { stdout, stderr }: Pick<World, "stdout" | "stderr">,
): CommandLine {
  let read: CommandLine | undefined;
  const program = new Program("oms", words)
    .description(summary)
    .usage("COMMAND …")
    .configureOutput({
      writeOut: stdout.write,
      writeErr: stderr.write,
      getOutHelpWidth: () => stdout.columns ?? helpColumns,
      getErrHelpWidth: () => stderr.columns ?? helpColumns,
    })
    .exitOverride()
    .addHelpText("beforeAll", ({ error, command }) => introduceHelp(command as Program, error))
    .addHelpText("afterAll", `\n${exitCodes}`)
    .takeOptions(globalOptions);
  for (const command of commands) {
    program.findGroup(command).takeCommand(command, (input) => {
      read = { command, input };
    });
  }
  try {
    program.parse(isHelpAsked(words) ? wordsForHelp(words) : withMinusSigns(words), { from: "user" });
  } catch (failure) {
    if (failure instanceof UsageFault) stderr.write(`${failure.message}\n`);
    else if (!(failure instanceof CommanderError)) throw failure;
    // commander has printed help: exit code 0 if it was requested, else because the command is missing.
    else if (failure.exitCode === 0) return { exitCode: 0 };
  }
  return read ?? { exitCode: 2 };
}

/** Renders a usage error with a hint to the help. */
export function describeMisuse(path: string, message: string): string {
  return `${path}: ${message}\nTo see how it is used: ${path} --help`;
}

/** A command of commander with our options and error messages. */
class Program extends Cli {
  readonly #words: readonly string[];
  /** The option values, shared by a command and its parents. */
  readonly #options: Map<string, string>;

  constructor(name: string, words: readonly string[], options = new Map<string, string>()) {
    super(name);
    this.#words = words;
    this.#options = options;
    this.helpCommand(false).helpOption("-h, --help", "this text");
  }

  override createCommand(name: string): Program {
    return new Program(name, this.#words, this.#options);
  }

  override createHelp(): Help {
    return Object.assign(new SynopsisHelp(), this.configureHelp());
  }

  /** The full name, such as `oms accounts open`. */
  get path(): string {
    return this.parent instanceof Program ? `${this.parent.path} ${this.name()}` : this.name();
  }

  findGroup({ words: [group, verb] }: Command): Program {
    if (verb === undefined) return this;
    const found = this.commands.find((each) => each.name() === group) ?? this.command(group);
    return (found as Program).usage("COMMAND …");
  }

  takeCommand(command: Command, take: (input: CommandInput) => void): void {
    const { argumentNames = [], othersName, takesOneOther, options = {} } = command;
    const leaf = this.command(command.words.at(-1) ?? "") as Program;
    const synopsis = Object.entries(options).map(([name, option]) =>
      option.isRequired ? titleOf(name, option) : `[${titleOf(name, option)}]`,
    );
    const others = othersName === undefined ? [] : [`[${othersName}${takesOneOther ? "" : "…"}]`];
    leaf
      .summary(command.summary)
      .description(`${command.summary}\n\n${command.about}`)
      .usage([...argumentNames, ...others, ...synopsis].join(" "))
      .addHelpText("after", `\nExample:\n\n  ${command.example}`)
      .takeOptions(options)
      .allowExcessArguments()
      .action(() => take(leaf.#check(command)));
    for (const name of argumentNames) leaf.argument(`<${name}>`);
  }

  takeOptions(options: Readonly<Record<string, CommandOption>>): this {
    for (const [name, option] of Object.entries(options)) {
      const { value, about, otherwise, mayRepeat } = option;
      this.option(
        value === undefined ? `--${name}` : `--${name} <${value}>`,
        otherwise === undefined ? about : `${about} (${otherwise})`,
      );
      this.on(`option:${name}`, (text = "") => {
        if (text.startsWith("-") && text !== "-" && !this.#words.includes(`--${name}=${text}`)) {
          throw this.fault(`--${name} has no value: write ${titleOf(name, option)}.`);
        }
        const before = this.#options.get(name);
        if (before !== undefined && !mayRepeat) {
          throw this.fault(`--${name} is given twice: leave out one.`);
        }
        const given = withoutMinusSign(text);
        this.#options.set(name, before === undefined ? given : `${before},${given}`);
      });
    }
    return this;
  }

  /** Checks what commander does not: excess arguments, empty arguments and missing options. */
  #check({ argumentNames = [], othersName, takesOneOther, options = {} }: Command): CommandInput {
    const places = this.args.map(withoutMinusSign);
    const countMax = othersName === undefined ? 0 : takesOneOther ? 1 : Number.POSITIVE_INFINITY;
    const excess = places[argumentNames.length + countMax];
    if (excess !== undefined) throw this.fault(`"${excess}" is one word too many.`);
    const empty = places.indexOf("");
    if (empty >= 0) throw this.fault(`${argumentNames[empty] ?? othersName} is empty.`);
    for (const [name, option] of Object.entries(options)) {
      if (!option.isRequired || this.#options.has(name)) continue;
      throw this.fault(`--${name} is missing: write ${titleOf(name, option)}.`);
    }
    return {
      others: places.slice(argumentNames.length),
      argument: (name) => places[argumentNames.indexOf(name)] ?? "",
      required: (name) => this.#options.get(name) ?? "",
      option: (name) => this.#options.get(name),
      isOn: (name) => this.#options.has(name),
    };
  }

  /** Replaces the error messages of commander. */
  override error(message: string, { code = "" }: ErrorOptions = {}): never {
    const [, subject = ""] = /'(.*)'/s.exec(message) ?? [];
    const title = subject.replaceAll(/[<>]/g, "");
    switch (code) {
      case "commander.missingArgument":
        throw this.fault(`${subject} is missing.`);
      case "commander.optionMissingArgument":
        throw this.fault(`${title.replace(/ .*/, "")} has no value: write ${title}.`);
      case "commander.unknownOption":
        throw this.fault(this.#describeUnknown(subject));
      case "commander.unknownCommand":
        throw this.unknownCommandFault(subject);
      default:
        throw this.fault(message);
    }
  }

  #describeUnknown(option: string): string {
    const [name = "", value] = option.split(/=(.*)/s);
    const isKnown = this.createHelp()
      .visibleGlobalOptions(this)
      .concat(this.options)
      .some(({ long }) => long === name);
    return isKnown && value !== undefined
      ? `${name} takes no value: leave out "${value}".`
      : `there is no option ${name}.`;
  }

  unknownCommandFault(name: string): UsageFault {
    const [, ...groups] = this.path.split(" ");
    return this.fault(`there is no command "${[...groups, name].join(" ")}".`);
  }

  fault(message: string): UsageFault {
    return new UsageFault(
      this.commands.length === 0
        ? describeMisuse(this.path, message)
        : `oms: ${message}\nTo see the commands: ${this.path} --help`,
    );
  }
}

/** The help of commander, with the synopsis of each command on a separate line. */
class SynopsisHelp extends Help {
  override showGlobalOptions = true;

  override visibleCommands({ commands }: Cli): Cli[] {
    return commands.flatMap((each) => (each.commands.length === 0 ? [each] : this.visibleCommands(each)));
  }

  override subcommandTerm(command: Cli): string {
    return this.commandUsage(command);
  }

  override longestSubcommandTermLength(): number {
    return 0;
  }

  override commandUsage(command: Cli): string {
    return `${(command as Program).path} ${command.usage()}`.trimEnd();
  }

  override optionTerm({ flags }: Option): string {
    return flags.replaceAll(/[<>]/g, "");
  }

  override formatItem(term: string, width: number, about: string, helper: Help): string {
    if (term.startsWith("oms ")) return `  ${term}\n      ${about}`;
    return super.formatItem(term, width, about, helper);
  }
}

/** Returns the first line of a help that was printed because of an error. @throws UsageFault if the group does not exist */
function introduceHelp(command: Program, isError: boolean): string {
  const [word] = command.args;
  if (isError) {
    return command.parent === null
      ? "oms: a command is missing."
      : `oms: ${command.name()} is only the first word of a command.`;
  }
  if (command.commands.length > 0 && word !== undefined && !word.startsWith("-")) {
    throw command.unknownCommandFault(word);
  }
  return "";
}

function titleOf(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function isHelpAsked(words: readonly string[]): boolean {
  return words.some((word) => word === "--help" || word === "-h");
}

/** Keeps only the words of the command, before `--help`: commander prints a parent's help if `--help` comes first. */
function wordsForHelp(words: readonly string[]): string[] {
  const names = words.filter((word, index) => !word.startsWith("-") && words[index - 1] !== "--database");
  return [...names, "--help"];
}

/** The Unicode minus sign, with which no option begins. */
const minus = "\u2212";

/** Protects negative numbers, such as -2,000, from being parsed as options. */
function withMinusSigns(words: readonly string[]): string[] {
  return words.map((word) => (/^-[0-9]/.test(word) ? `${minus}${word.slice(1)}` : word));
}

function withoutMinusSign(word: string): string {
  return word.startsWith(minus) ? `-${word.slice(minus.length)}` : word;
}
