import type { Refusal, Services } from "@trading-oms/brokerage";

/** Where text goes, and whether a person is looking. */
export type Output = {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** How many characters fit on a line, where that is known. */
  readonly columns?: number;
};

/** All that a command has of the world around it. */
export type World = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A unique name for a movement. */
  readonly makeId: () => string;
  /** Registers a handler for SIGINT and SIGTERM, and returns what removes it; without a handler the command ends at once. */
  readonly heedStop: (stop: () => void) => () => void;
};

/** The words of a command line that can't be understood; the message names the word and how to write it. */
export class UsageFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageFault";
  }
}

/** An option of a command, such as `--user USER`. */
export type CommandOption = {
  /** What stands after it; an option without is switched on by being there. */
  readonly value?: string;
  readonly about: string;
  /** What holds where it is left out, in words. */
  readonly otherwise?: string;
  readonly isNeeded?: boolean;
  /** What its value is one of, for a shell that completes it. */
  readonly choices?: readonly string[];
  /** Given several times, its values are joined by commas. */
  readonly mayRepeat?: boolean;
};

/** What a command was given: its arguments by their names, and its options. */
export type Given = {
  readonly argument: (name: string) => string;
  /** Arguments behind those that have a name each. */
  readonly others: readonly string[];
  /** An option that the command can't do without. */
  readonly needed: (name: string) => string;
  readonly option: (name: string) => string | undefined;
  readonly isOn: (name: string) => boolean;
};

/** Where the data is kept. */
export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly path: string }
  | { readonly engine: "postgresql"; readonly url: string };

/** What a command works with. */
export type Desk = {
  readonly world: World;
  readonly database: DatabaseAddress;
  /** Opens the database, which a command does only when it has understood all that it was given. */
  readonly open: () => Promise<Services>;
  /** Says something to a person while the command goes on. */
  readonly say: (line: string) => void;
};

/** A fault of a file that was handed in, with the line that it stands on. */
export type FaultOfFile = { readonly line: number; readonly fault: string };

/** The first link of an account's audit that does not hold. */
export type FaultOfAudit = { readonly accountId: string; readonly place: number; readonly why: string };

/** What a command leaves behind: a value for programs and lines for people. */
export type Result = { readonly json: unknown; readonly lines: readonly string[] };

/** Why nothing was done, or what was found. */
export type Reason = {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly faults?: readonly FaultOfFile[];
  readonly faultCount?: number;
  readonly broken?: readonly FaultOfAudit[];
  /** What there is in spite of it, for programs, and the same for people. */
  readonly found?: unknown;
  readonly lines?: readonly string[];
};

/** Ends a command with 1: a rule, or what was found, keeps it from being done. */
export class Refused extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.message);
    this.name = "Refused";
    this.reason = reason;
  }
}

/** @throws Refused, always */
export function refuse(code: string, message: string): never {
  throw new Refused({ code, message });
}

/** Gives what a use case has done. @throws Refused where it refuses */
export function unlessRefused<Answer extends object>(
  answer: Answer,
): Exclude<Answer, { readonly kind: "refused" }> {
  if ("kind" in answer && answer.kind === "refused") {
    const { code, message } = answer as unknown as Refusal;
    refuse(code, message);
  }
  return answer as Exclude<Answer, { readonly kind: "refused" }>;
}

/** One command of the command line, with all that its help says. */
export type Command = {
  /** Its two words, such as `accounts open`, or the one of a command that is a group of its own. */
  readonly words: readonly [group: string, verb?: string];
  readonly argumentNames?: readonly string[];
  /** What each further argument is, where a command takes as many as there are. */
  readonly othersName?: string;
  /** What its argument is one of, for a shell that completes it. */
  readonly choices?: readonly string[];
  /** Where it takes one further argument at most. */
  readonly takesOneOther?: boolean;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** What it does, in one line. */
  readonly summary: string;
  /** What else there is to know. */
  readonly about: string;
  readonly example: string;
  readonly run: (given: Given, desk: Desk) => Promise<Result>;
};
