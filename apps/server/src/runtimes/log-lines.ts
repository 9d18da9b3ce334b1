import type { LogEntry, LogLevel } from "../http/log-and-trace.ts";

/** What ends a line for some readers, or steers their terminal, though JSON may hold it as it is. */
const lineEnd = /[\u007f-\u009f\u2028\u2029]/;
const lineEnds = new RegExp(lineEnd, "g");

/** Writes an entry as one line of JSON, picking the members one by one, so that nothing else comes along by accident. */
export function renderEntry(entry: LogEntry, time: string): string {
  const { level, event, requestId, traceId, operation, method, status, reason, durationMs, thrown, notes } =
    entry;
  const members: Record<string, unknown> = {
    time,
    level,
    event,
    requestId,
    traceId,
    operation,
    method,
    status,
    reason,
    durationMs: durationMs === undefined ? undefined : Math.round(durationMs * 1000) / 1000,
    thrown: thrown === undefined ? undefined : renderThrown(thrown),
  };
  if (notes !== undefined) addNotes(members, notes);
  const line = JSON.stringify(members);
  return lineEnd.test(line) ? line.replace(lineEnds, escapeCharacter) : line;
}

/** A note can't pass for one of the members that every line has. */
function addNotes(members: Record<string, unknown>, notes: NonNullable<LogEntry["notes"]>): void {
  for (const [name, note] of Object.entries(notes)) {
    if (!(name in members)) members[name] = note;
  }
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** How deep causes are followed, which may go round in a circle. */
const depthMax = 5;
const partsMax = 5;
const framesMax = 20;

/** A class, a code or a name out of a database's schema, and nothing that a person might have typed. */
const nameForm = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const codeForm = /^[A-Z0-9][A-Z0-9_-]{0,63}$/i;

/** What the log tells of something that was thrown. */
export type ThrownShown = {
  readonly name: string;
  readonly code?: string | number | undefined;
  /** What another host answered with. */
  readonly status?: number | undefined;
  /** What SQLite calls its extended result code. */
  readonly errcode?: number | undefined;
  readonly syscall?: string | undefined;
  readonly table?: string | undefined;
  readonly constraint?: string | undefined;
  readonly frames?: readonly string[] | undefined;
  readonly cause?: ThrownShown | undefined;
  readonly errors?: readonly ThrownShown[] | undefined;
};

/**
 * Says what was thrown, and where, without its message: databases, parsers and the engine itself quote in theirs what
 * they were given. Name, code and frames lead to the line that threw.
 */
export function renderThrown(thrown: unknown, depth = 0): ThrownShown {
  try {
    if (!(thrown instanceof Error)) return { name: typeof thrown };
    return {
      name: textOf(thrown, "name", nameForm) ?? "Error",
      code: textOf(thrown, "code", codeForm) ?? numberOf(thrown, "code"),
      status: statusOf(thrown),
      errcode: numberOf(thrown, "errcode"),
      syscall: textOf(thrown, "syscall", nameForm),
      table: textOf(thrown, "table", nameForm),
      constraint: textOf(thrown, "constraint", nameForm),
      frames: framesOf(thrown),
      cause:
        thrown.cause === undefined || depth >= depthMax ? undefined : renderThrown(thrown.cause, depth + 1),
      errors:
        thrown instanceof AggregateError && depth < depthMax
          ? thrown.errors.slice(0, partsMax).map((part) => renderThrown(part, depth + 1))
          : undefined,
    };
  } catch {
    // Something that throws when it is looked at must not take the log along.
    return { name: "unreadable" };
  }
}

function textOf(thrown: Error, member: string, form: RegExp): string | undefined {
  const value: unknown = Reflect.get(thrown, member);
  return typeof value === "string" && form.test(value) ? value : undefined;
}

function numberOf(thrown: Error, member: string): number | undefined {
  const value: unknown = Reflect.get(thrown, member);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** A status of HTTP, and no other number that a member of that name may hold. */
function statusOf(thrown: Error): number | undefined {
  const status = numberOf(thrown, "status");
  return status !== undefined && status >= 100 && status <= 599 ? status : undefined;
}

/**
 * The frames of a stack, which begin where its message ends. A message may look like frames, so that a stack which
 * does not hold the message that the error has now gives none.
 */
function framesOf({ stack, message }: Error): string[] | undefined {
  if (typeof stack !== "string") return undefined;
  const headed = `: ${message}\n`;
  const end = message === "" ? -1 : stack.indexOf(headed);
  const begin = end >= 0 ? end + headed.length : /^\w+(?: \[\w+\])?\n/.exec(stack)?.[0].length;
  if (begin === undefined) return undefined;
  const lines = stack.slice(begin).split("\n");
  return lines
    .filter((line) => line.startsWith("    at "))
    .slice(0, framesMax)
    .map((line) => line.trim());
}

/** What is written at which level: all whose rank is not above that of the level. */
export const logRanks: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2 };
