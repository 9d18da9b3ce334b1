/** Where text goes, and whether a person is looking. */
export type Output = { readonly write: (text: string) => void; readonly isTerminal: boolean };

/** All that a command has of the world around it. */
export type World = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A name for a movement that nobody else has. */
  readonly makeId: () => string;
  /** Calls when somebody wants the command to end, until what it gives is called; a command that heeds nobody is ended at once. */
  readonly heedStop: (stop: () => void) => () => void;
};
