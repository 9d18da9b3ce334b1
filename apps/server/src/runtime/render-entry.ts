import type { LogEntry } from "../log.ts";
import { renderThrown } from "./render-thrown.ts";

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
