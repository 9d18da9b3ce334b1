import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { type JoinedParts, joinParts } from "./join-parts.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { SqliteWriter, type WritingConnection } from "./sqlite-writer.ts";
import type { WriterAnswer, WriterRequest } from "./writer-channel.ts";

type Joined = {
  readonly parts: JoinedParts;
  readonly answers: WriterAnswer[];
  readonly database: DatabaseSync;
};

/** Joins parts on a database in memory; a statement that begins with the text of `fault` fails. */
function join(fault: { text?: string } = {}): Joined {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database, ":memory:");
  const connection: WritingConnection = {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const prepared = database.prepare(sql);
      return {
        get: (...values) => prepared.get(...values),
        run: (...values) => {
          if (fault.text !== undefined && sql.startsWith(fault.text)) throw new Error("The disk is gone.");
          return prepared.run(...values);
        },
      };
    },
  };
  const answers: WriterAnswer[] = [];
  const parts = joinParts(new SqliteWriter(connection), (answer) => answers.push(answer));
  return { parts, answers, database };
}

function part(accountId: string, othersFollow: boolean): WriterRequest {
  return { kind: "changes", changes: [makeChange(`u-${accountId}`, accountId)], othersFollow };
}

const end: WriterRequest = { kind: "changes", changes: [] };

function countAccounts({ database }: Joined): unknown {
  return database.prepare("select count(*) as count from account").get()?.["count"];
}

test("parts that others follow are answered with the last of them, after one commit", () => {
  const joined = join();
  joined.parts.take(part("A-1", true));
  joined.parts.take(part("A-2", true));
  expect(joined.answers).toEqual([]);
  expect(joined.parts.isOpen()).toBe(true);
  expect(joined.database.isTransaction).toBe(true);
  joined.parts.take(part("A-3", false));
  expect(joined.database.isTransaction).toBe(false);
  expect(joined.answers).toEqual([{ kind: "done" }, { kind: "done" }, { kind: "done" }]);
  expect(joined.parts.isOpen()).toBe(false);
  expect(countAccounts(joined)).toBe(3);
});

test("each part has the results of its own changes", () => {
  const joined = join();
  joined.parts.take(part("A-1", true));
  joined.parts.take(part("A-1", true));
  joined.parts.take(part("A-2", false));
  expect(joined.answers).toEqual([
    { kind: "done" },
    { kind: "changes", results: [{ outcome: "version-moved" }] },
    { kind: "done" },
  ]);
});

test("a request without changes ends a batch, and where there is none changes nothing", () => {
  const joined = join();
  joined.parts.take(end);
  expect(joined.answers).toEqual([{ kind: "done" }]);
  joined.parts.take(part("A-1", true));
  joined.parts.take(end);
  expect(joined.database.isTransaction).toBe(false);
  expect(joined.answers).toEqual([{ kind: "done" }, { kind: "done" }, { kind: "done" }]);
});

test("a batch that is not waited for any longer is committed and answered, and what follows begins another", () => {
  const joined = join();
  joined.parts.take(part("A-1", true));
  joined.parts.end();
  expect(joined.answers).toEqual([{ kind: "done" }]);
  expect(joined.database.isTransaction).toBe(false);
  joined.parts.take(part("A-2", false));
  expect(joined.answers).toHaveLength(2);
});

test("statements that come between the parts of a batch are run behind those that were there before", () => {
  const joined = join();
  joined.parts.take(part("A-1", true));
  const statements = [{ sql: "update account set equity_vnd = ?", rows: [[7]] }];
  joined.parts.take({ kind: "statements", statements });
  expect(joined.answers).toEqual([{ kind: "done" }, { kind: "done" }]);
  expect(joined.database.prepare("select equity_vnd from account").all()).toEqual([{ equity_vnd: 7 }]);
});

test("a commit that fails is the answer to every part of its batch, and to none of the next", () => {
  const fault: { text?: string } = {};
  const joined = join(fault);
  joined.parts.take(part("A-1", true));
  fault.text = "commit";
  joined.parts.take(part("A-2", false));
  const failed = { kind: "failed", failure: { message: "The disk is gone.", resultCode: undefined } };
  expect(joined.answers).toEqual([failed, failed]);
  expect(joined.database.isTransaction).toBe(false);
  delete fault.text;
  joined.parts.take(part("A-3", false));
  expect(joined.answers.at(-1)).toEqual({ kind: "done" });
  expect(countAccounts(joined)).toBe(1);
  const numbers = joined.database.prepare("select number from trader").all();
  expect(numbers).toEqual([{ number: 1 }]);
});

test("a transaction that can't be gone on with fails every part that was added to it", () => {
  const fault: { text?: string } = {};
  const joined = join(fault);
  joined.parts.take(part("A-1", true));
  fault.text = "savepoint";
  joined.parts.take(part("A-2", true));
  expect(joined.answers.map(({ kind }) => kind)).toEqual(["failed", "failed"]);
  expect(joined.parts.isOpen()).toBe(false);
  expect(joined.database.isTransaction).toBe(false);
  joined.parts.take(end);
  expect(joined.answers.at(-1)).toEqual({ kind: "done" });
});
