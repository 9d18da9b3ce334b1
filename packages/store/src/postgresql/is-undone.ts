import pg from "pg";

/** Of these the server says that it, or the connection, goes or that something is wrong with it, and nothing of the change. */
const notOfStatement = /^(?:08|57P|XX)|^40003$/;

/**
 * Whether the server said that there is nothing of what it was asked for, and stays as good as it was; otherwise only
 * the answer may be lost, and all of it there. It is told by the code, since words come in the server's language.
 */
export function isUndone(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && !notOfStatement.test(failure.code ?? "XX");
}
