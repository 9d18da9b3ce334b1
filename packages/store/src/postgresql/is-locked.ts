import pg from "pg";

/** Whether a statement was given up, with nothing left of it, since others held what it needs for too long. */
export function isLocked(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && failure.code === "55P03";
}
