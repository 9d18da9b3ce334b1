import type { Services } from "@trading-oms/brokerage";
import type { NamedStatement, PipelinedQuery } from "@trading-oms/store/postgresql";
import pg from "pg";
import { coveredVndOf, coverOnce, idempotencyKeyOf, keyOf } from "./cover-accounts.ts";

/** The statements that PostgreSQL executes for one cover, in order, and the version of the account before it. */
export type RecordedCover = {
  readonly statements: readonly NamedStatement[];
  readonly writer: number;
  readonly version: number;
  /** Where the commit statement takes what differs from cover to cover. */
  readonly indexes: { readonly version: number; readonly key: number; readonly covered: number };
};

/** The version is not unique among the values of the commit statement. */
const versionIndex = 2;

/** Sets a cover of a writer and records the statements that the store executes. */
export async function recordCover(services: Services, writer: number): Promise<RecordedCover> {
  const version = (await services.store.readAccount(keyOf(writer)))?.account.version;
  if (version === undefined) throw new Error("The account is not there.");
  const asked: (NamedStatement | Pick<PipelinedQuery, "statement">)[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...words: unknown[]) {
    asked.push(words[0] as (typeof asked)[number]);
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  } as typeof query;
  try {
    await coverOnce(services, writer, 1);
  } finally {
    pg.Client.prototype.query = query;
  }
  const statements = asked.flatMap((each) => {
    if (!("statement" in each)) return [each];
    const { name, text, lists } = each.statement;
    return lists.map((values) => ({ name, text, values }));
  });
  const commits = statements.filter(isCommit);
  if (commits.length !== 1) throw new Error("A cover is not one commit.");
  const indexOf = (values: readonly unknown[], isIt: (value: unknown) => boolean): number => {
    const index = values.findIndex(isIt);
    if (index < 0 || values.slice(index + 1).some(isIt))
      throw new Error("A value of the cover is not in one place.");
    return index;
  };
  const values = commits[0]?.values ?? [];
  const indexes = {
    version: versionIndex,
    key: indexOf(values, (value) => value === idempotencyKeyOf(writer, 1)),
    covered: indexOf(values, (value) => Array.isArray(value) && String(value) === String(coveredVndOf(1))),
  };
  return { statements, writer, version, indexes };
}

function isCommit({ name }: Pick<NamedStatement, "name">): boolean {
  return name.startsWith("commit-change");
}

/** The driver without the store. */
export type BareLoop = {
  /** Runs for a duration and returns covers per second. */
  readonly run: (durationMs: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

type Asker = {
  readonly client: pg.Client;
  readonly writer: number;
  readonly statements: readonly NamedStatement[];
  count: number;
};

/** Opens a connection for each client. The driver alone repeats the recorded statements, one transaction per cover. */
export async function openBareLoop(
  url: string,
  recorded: RecordedCover,
  writers: readonly number[],
): Promise<BareLoop> {
  const askers: Asker[] = await Promise.all(
    writers.map(async (writer) => {
      const statements = recorded.statements.map((statement) => ({
        ...statement,
        values: statement.values.map((value) => valueFor(value, recorded.writer, writer)),
      }));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return { client, writer, statements, count: 1 };
    }),
  );
  const countAll = () => askers.reduce((sum, { count }) => sum + count, 0);
  return {
    run: async (durationMs) => {
      const before = countAll();
      const began = performance.now();
      await Promise.all(
        askers.map(async (asker) => {
          for (; performance.now() - began < durationMs; asker.count += 1) {
            await askOnce(asker, recorded);
          }
        }),
      );
      return ((countAll() - before) / (performance.now() - began)) * 1_000;
    },
    close: async () => {
      await Promise.all(askers.map(({ client }) => client.end()));
    },
  };
}

async function askOnce(
  { client, writer, statements, count }: Asker,
  { version, indexes }: RecordedCover,
): Promise<void> {
  const key = idempotencyKeyOf(writer, count);
  for (const statement of statements) {
    const values = [...statement.values];
    if (isCommit(statement)) {
      values[indexes.version] = version + count - 1;
      values[indexes.key] = key;
      values[indexes.covered] = [coveredVndOf(count)];
    } else if (statement.name === "outcome") values[1] = key;
    const { rowCount } = await client.query({ ...statement, values });
    if (isCommit(statement) && rowCount !== 1) throw new Error("A cover was not set.");
  }
}

/** Rewrites a parameter of a statement for another writer. */
function valueFor(value: unknown, recorded: number, writer: number): unknown {
  if (Array.isArray(value)) return value.map((each) => valueFor(each, recorded, writer));
  if (typeof value !== "string") return value;
  return value.replaceAll(/\b(user|account)-(\d+)/g, (whole, word: string, number: string) =>
    Number(number) === recorded ? `${word}-${writer}` : whole,
  );
}
