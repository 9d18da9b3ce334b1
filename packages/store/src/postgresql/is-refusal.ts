import pg from "pg";

/** A statement that the server refused, for a constraint or for a conflict, has left nothing behind. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && /^(?:23|40)/.test(failure.code ?? "");
}
