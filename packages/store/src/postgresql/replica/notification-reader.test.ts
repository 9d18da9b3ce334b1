import { expect, test } from "vitest";
import type { PostgresqlClient, PostgresqlRow } from "../client.ts";
import { createNotificationReader, type PageSource } from "./notification-reader.ts";

const ownDatabase = { cluster: 1n, database: "oms" };

/** A client that answers each named statement with one row. */
function stubClient(answers: Readonly<Record<string, () => PostgresqlRow>>): PostgresqlClient {
  const query: PostgresqlClient["query"] = async (statement) => {
    const answer = "name" in statement ? answers[statement.name] : undefined;
    if (answer === undefined) throw new Error(`The stub has no row for: ${statement.text}`);
    return { rows: [answer()], rowCount: 1 };
  };
  return {
    query,
    queryPipelined: () => Promise.reject(new Error("The stub does not support this.")),
    onConnection: (work) => work(query),
    close: async () => {},
  };
}

async function setUpReader() {
  const sources: PageSource[] = [];
  const replica = { replayed: { lsn: 10n, ...ownDatabase }, pageLsn: 10n };
  let elapsedMs = 0;
  const reader = createNotificationReader({
    primary: stubClient({
      "flushed-lsn": () => ({ lsn: 10n, ...ownDatabase }),
      "notifications-primary": () => ({ lsn: 10n, n: 1n }),
    }),
    replica: stubClient({
      "replayed-lsn": () => replica.replayed,
      "notifications-replica": () => ({ lsn: replica.pageLsn, n: 1n }),
    }),
    nowMs: () => elapsedMs,
    replicaMsMax: 500,
    onPageRead: (source) => void sources.push(source),
  });
  const read = async (afterMs = 0): Promise<PageSource | undefined> => {
    elapsedMs += afterMs;
    await reader.read("u-1", []);
    return sources.at(-1);
  };
  expect(await read()).toBe("primary");
  return { read, replica };
}

test("reports another database as strange, also between attempts, until it is a replica", async () => {
  const { read, replica } = await setUpReader();
  replica.replayed = { lsn: 10n, cluster: 2n, database: "oms" };
  expect([await read(), await read(500), await read(499), await read(1)]).toEqual(
    Array.from({ length: 4 }, () => "strange"),
  );
  replica.replayed = { lsn: 10n, ...ownDatabase };
  expect([await read(500), await read(500)]).toEqual(["strange", "replica"]);
});

test("reports a replica as behind that has replayed less than the page that was read last", async () => {
  const { read, replica } = await setUpReader();
  // The replica replays more between the check of its LSN and the page.
  replica.pageLsn = 12n;
  expect(await read()).toBe("replica");
  replica.replayed = { lsn: 11n, ...ownDatabase };
  expect(await read()).toBe("behind");
  replica.replayed = { lsn: 12n, ...ownDatabase };
  expect(await read(100)).toBe("replica");
});
