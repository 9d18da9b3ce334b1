import type { LogEntry, LogLevel } from "../log-and-trace.ts";

/** Characters that some readers treat as line ends or that control terminals, although JSON allows them. */
const lineEnd = /[\u007f-\u009f\u2028\u2029]/;
const lineEnds = new RegExp(lineEnd, "g");

/** Renders an entry as one line of JSON. It picks each member by name, so that no other data is logged by accident. */
export function renderEntry(entry: LogEntry, time: string): string {
  const { level, event, requestId, traceId, operation, method, status, reason } = entry;
  const { durationMs, eventCount, byteCount, thrown, notes } = entry;
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
    eventCount,
    byteCount,
    thrown: thrown === undefined ? undefined : renderThrown(thrown),
  };
  // A note cannot replace a standard member.
  for (const [name, note] of Object.entries(notes ?? {})) if (!(name in members)) members[name] = note;
  const line = JSON.stringify(members);
  return lineEnd.test(line) ? line.replace(lineEnds, escapeCharacter) : line;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Limits nested causes, which may be circular. */
const depthMax = 5;
const partsMax = 5;
const framesMax = 20;

/** Matches class names, error codes and schema names, but no free text. */
const nameForm = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const codeForm = /^[A-Z0-9][A-Z0-9_-]{0,63}$/i;

export type ThrownShown = {
  readonly name: string;
  readonly code?: string | number | undefined;
  readonly status?: number | undefined;
  /** SQLite's extended result code. */
  readonly errcode?: number | undefined;
  readonly syscall?: string | undefined;
  readonly table?: string | undefined;
  readonly constraint?: string | undefined;
  readonly frames?: readonly string[] | undefined;
  readonly cause?: ThrownShown | undefined;
  readonly errors?: readonly ThrownShown[] | undefined;
};

/**
 * Renders an error without its message, because databases, parsers and the engine quote their input in
 * messages. Name, code and frames lead to the line that threw.
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
    // An error whose properties throw must not break the log.
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

/** Accepts only HTTP statuses, because a member of that name may hold any number. */
function statusOf(thrown: Error): number | undefined {
  const status = numberOf(thrown, "status");
  return status !== undefined && status >= 100 && status <= 599 ? status : undefined;
}

/**
 * The stack frames after the message. A message may look like frames, so a stack that does not contain the
 * current message yields none.
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

/** An entry is written if its rank is not above the rank of the configured level. */
export const logRanks: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2 };
