import type { Refusal, Services } from "@trading-oms/brokerage";
import type { DurableStore } from "@trading-oms/brokerage/ports";

/** An output stream. */
export type Output = {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** The width of the terminal in characters, if known. */
  readonly columns?: number;
};

/** The environment of a command: everything it reads or writes outside the database and its files. */
export type World = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Makes a unique id, such as that of a cash movement. */
  readonly makeId: () => string;
  /** Asks a server. */
  readonly fetch: typeof fetch;
  /** Registers a handler for SIGINT and SIGTERM, and returns a function that removes it. Without a handler, the signal ends the process. */
  readonly onStop: (stop: () => void) => () => void;
};

/** A command line that is used wrongly (exit code 2). The message names the word and how to write it. */
export class UsageFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageFault";
  }
}

/** An option of a command, such as `--user USER`. */
export type CommandOption = {
  /** The placeholder of its value in help. Without one, the option is a switch. */
  readonly value?: string;
  readonly about: string;
  /** The default, as help describes it. */
  readonly otherwise?: string;
  readonly isRequired?: boolean;
  /** Whether it may be repeated; its values are then joined by commas. */
  readonly mayRepeat?: boolean;
};

/** The arguments and options of one command line. */
export type CommandInput = {
  readonly argument: (name: string) => string;
  /** The arguments after the named ones. */
  readonly others: readonly string[];
  /** The value of a required option. */
  readonly required: (name: string) => string;
  readonly option: (name: string) => string | undefined;
  readonly isOn: (name: string) => boolean;
};

/** The location of the database. */
export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly path: string }
  | { readonly engine: "postgresql"; readonly url: string };

export type OpenOptions = {
  /** Whether a missing database is created. Only commands that say so do it: a mistyped path must not become a database. */
  readonly mayCreate: boolean;
  /** Told what is converted, in words. Without it nothing is converted. */
  readonly onConversion?: ((what: string) => void) | undefined;
};

/** The services of use cases, on a store that commands back up and count as well. */
export type CommandServices = Services & { readonly store: DurableStore };

/** What a command runs with. */
export type CommandContext = {
  readonly world: World;
  readonly database: DatabaseAddress;
  /** Opens the database. A command validates its arguments first. */
  readonly open: (options?: OpenOptions) => Promise<CommandServices>;
  /** Writes a line to stderr while the command runs. */
  readonly say: (line: string) => void;
};

/** A fault of an input file, with its line number. */
export type LineFault = { readonly line: number; readonly fault: string };

/** The first broken link in the audit chain of an account. */
export type BrokenLink = { readonly accountId: string; readonly place: number; readonly why: string };

/**
 * The result of a command: a value for `--json`, and lines of text without it. The value is undefined if the command has printed its
 * output as it came.
 */
export type Result = { readonly json: unknown; readonly lines: readonly string[] };

/** Why a command was refused. Without `--json`, everything but `found` is printed as text. */
export type Reason = {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly faults?: readonly LineFault[];
  readonly faultCount?: number;
  readonly broken?: readonly BrokenLink[];
  /** A partial result for `--json`, and the same as text. */
  readonly found?: unknown;
  readonly lines?: readonly string[];
};

/** Ends a command with an exit code: 1 if a rule or a finding refuses it. */
export class Refused extends Error {
  readonly reason: Reason;
  readonly exitCode: number;

  constructor(reason: Reason, exitCode = 1) {
    super(reason.message);
    this.name = "Refused";
    this.reason = reason;
    this.exitCode = exitCode;
  }
}

/** @throws Refused always */
export function refuse(code: string, message: string): never {
  throw new Refused({ code, message });
}

/** Returns the answer of a use case. @throws Refused if the use case or a rule has refused */
export function unlessRefused<Answer extends object>(
  answer: Answer,
): Exclude<Answer, { readonly kind: "refused" }> {
  const { code, message } = answer as Partial<Refusal>;
  if (code !== undefined) refuse(code, message ?? "");
  return answer as Exclude<Answer, { readonly kind: "refused" }>;
}

/** One command, with its help. */
export type Command = {
  /** Its two words, such as `accounts open`, or one word, such as `token`. */
  readonly words: readonly [group: string, verb?: string];
  readonly argumentNames?: readonly string[];
  /** The placeholder of the arguments after the named ones, if there may be any. */
  readonly othersName?: string;
  /** Whether at most one argument may follow the named ones. */
  readonly takesOneOther?: boolean;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** One line. */
  readonly summary: string;
  /** The text of its help below the summary. */
  readonly about: string;
  readonly example: string;
  readonly run: (input: CommandInput, context: CommandContext) => Promise<Result>;
};
