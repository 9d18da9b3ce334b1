import { type Services, setCover } from "@trading-oms/brokerage";
import type { NamedStatement, TextsQuery, TextsQuestion } from "@trading-oms/store/postgresql";
import pg from "pg";
import { coverOrderOf, keyOf } from "./cover-order-of.ts";

/** What PostgreSQL is asked for one cover, in its order, whose it was, and the version that its account had before. */
export type RecordedCover = {
  readonly statements: readonly NamedStatement[];
  readonly writer: number;
  readonly version: number;
};

/** What PostgreSQL is asked for the covers of several writers at once, in packets, and the version of each account before. */
export type RecordedPackets = {
  readonly packets: readonly TextsQuestion[];
  readonly writers: readonly number[];
  readonly version: number;
};

/** Takes down what the store asks for a cover of a writer, which is set meanwhile. */
export async function recordCover(services: Services, writer: number): Promise<RecordedCover> {
  const { asked, version } = await record(services, [writer]);
  const statements = asked.flatMap(statementsOf);
  if (statements.filter(isCommit).length !== 1) throw new Error("A cover is not one commit.");
  return { statements, writer, version };
}

/** Takes down the same of several who ask at once, as the packets that the store makes of it. */
export async function recordPackets(
  services: Services,
  writers: readonly number[],
): Promise<RecordedPackets> {
  const { asked, version } = await record(services, writers);
  const packets = asked.map((each) => {
    if (!("question" in each)) throw new Error(`${each.name} is asked for outside of a packet.`);
    return each.question;
  });
  const commits = packets.filter(isCommit);
  if (commits.length !== 1 || commits[0]?.lists.length !== writers.length) {
    throw new Error("What is asked for at once is not one commit.");
  }
  return { packets, writers, version };
}

type Recorded = { readonly asked: readonly Asked[]; readonly version: number };

async function record(services: Services, writers: readonly number[]): Promise<Recorded> {
  const [first, ...others] = await Promise.all(
    writers.map(async (writer) => (await services.store.readAccount(keyOf(writer)))?.account.version),
  );
  if (first === undefined || others.some((each) => each !== first)) {
    throw new Error("Accounts that were opened alike are not there alike.");
  }
  const asked: Asked[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function take(this: pg.Client, ...words: unknown[]) {
    asked.push(words[0] as Asked);
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  } as typeof query;
  try {
    const orders = writers.map((writer) => coverOrderOf(writer, 1));
    for (const answer of await Promise.all(orders.map((order) => setCover(services, order)))) {
      if (answer.kind !== "done" || answer.status !== "success") throw new Error(answer.message);
    }
  } finally {
    pg.Client.prototype.query = query;
  }
  return { asked, version: first };
}

/** What the driver is handed: a statement, or a question of the store's that has its statement in it. */
type Asked = NamedStatement | Pick<TextsQuery, "question">;

function statementsOf(asked: Asked): NamedStatement[] {
  if (!("question" in asked)) return [asked];
  const { name, text, lists } = asked.question;
  return lists.map((values) => ({ name, text, values }));
}

/** The places of the values that differ from change to change, in the statement that commits it. */
export const commitPlaces = { version: 3, key: 6, covered: 16 } as const;

/** Whether a statement is the one that commits. */
export function isCommit({ name }: Pick<NamedStatement, "name">): boolean {
  return name.startsWith("commit-change");
}
