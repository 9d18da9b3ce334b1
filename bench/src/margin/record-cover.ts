import { type Services, setCover } from "@trading-oms/brokerage";
import type { NamedStatement, TextsQuery } from "@trading-oms/store";
import pg from "pg";
import { coverOrderOf, keyOf } from "./cover-order-of.ts";

/** What PostgreSQL is asked for one cover, in its order, whose it was, and the version that its account had before. */
export type RecordedCover = {
  readonly statements: readonly NamedStatement[];
  readonly writer: number;
  readonly version: number;
};

/** Takes down what the store asks for a cover of a writer, which is set meanwhile. */
export async function recordCover(services: Services, writer: number): Promise<RecordedCover> {
  const version = (await services.store.readAccount(keyOf(writer)))?.account.version;
  if (version === undefined) throw new Error("An account that was opened is not there.");
  const statements: NamedStatement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...words: unknown[]) {
    statements.push(...statementsOf(words[0] as Asked));
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  } as typeof query;
  try {
    const answer = await setCover(services, coverOrderOf(writer, 1));
    if (answer.kind !== "done" || answer.status !== "success") throw new Error(answer.message);
  } finally {
    pg.Client.prototype.query = query;
  }
  if (statements.filter(isCommit).length !== 1) throw new Error("A cover is not one commit.");
  return { statements, writer, version };
}

/** What the driver is handed: a statement, or a question of the store's that has its statement in it. */
type Asked = NamedStatement | Pick<TextsQuery, "question">;

function statementsOf(asked: Asked): NamedStatement[] {
  if (!("question" in asked)) return [asked];
  const { lists, ...statement } = asked.question;
  return lists.map((values) => ({ ...statement, values }));
}

/** The places of the values that differ from change to change, in the statement that commits it. */
export const commitPlaces = { version: 3, key: 6, covered: 16 } as const;

/** Whether a statement is the one that commits. */
export function isCommit({ name }: NamedStatement): boolean {
  return name.startsWith("commit-change");
}
