import { setCover } from "@trading-oms/brokerage";
import { type NamedStatement, openPostgresqlStore } from "@trading-oms/store";
import pg from "pg";
import { coverOrderOf, keyOf } from "./cover-order-of.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";

/** What PostgreSQL is asked for one cover, in its order, and the version that the account had before it. */
export type RecordedCover = { readonly statements: readonly NamedStatement[]; readonly version: number };

/** Opens accounts, one more than there are writers, and takes down what the store asks for a cover of the last. */
export async function recordCover(url: string, writers: number): Promise<RecordedCover> {
  const store = await openPostgresqlStore({ url, connectionCountMax: 1 });
  const services = await openCoverServices(store);
  await openCoverAccounts(services, writers + 1);
  const version = (await store.readAccount(keyOf(writers)))?.account.version;
  if (version === undefined) throw new Error("An account that was opened is not there.");
  const statements: NamedStatement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...words: unknown[]) {
    statements.push(words[0] as NamedStatement);
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  } as typeof query;
  try {
    const answer = await setCover(services, coverOrderOf(writers, 1));
    if (answer.kind !== "done" || answer.status !== "success") throw new Error(answer.message);
  } finally {
    pg.Client.prototype.query = query;
  }
  await store.close();
  return { statements, version };
}

/** The places of the values that differ from change to change, in the statement that commits it. */
export const commitPlaces = { version: 3, key: 6, covered: 16 } as const;

/** Whether a statement is the one that commits. */
export function isCommit({ name }: NamedStatement): boolean {
  return name.startsWith("commit-change");
}
