import { expect, test } from "vitest";
import type { PostgresqlClient, PostgresqlRow } from "../client.ts";
import type { PageSource } from "./read-pages.ts";
import { readPages } from "./read-pages.ts";

const here = { cluster: 1n, database: "oms" };

/** Answers each statement with the rows that are given to its name. */
function planClient(answers: Readonly<Record<string, () => PostgresqlRow>>): PostgresqlClient {
  const query: PostgresqlClient["query"] = async (statement) => {
    const answer = "name" in statement ? answers[statement.name] : undefined;
    if (answer === undefined) throw new Error(`Nobody planned ${statement.text}.`);
    return { rows: [answer()], rowCount: 1 };
  };
  return {
    query,
    queryTexts: () => Promise.reject(new Error("Nobody planned that.")),
    onConnection: (work) => work(query),
    close: async () => {},
  };
}

async function planPages() {
  const sources: PageSource[] = [];
  const replica = { replayed: { place: 10n, ...here }, pagePlace: 10n };
  let elapsedMs = 0;
  const pages = readPages({
    primary: planClient({
      "mark-log": () => ({ place: 10n, ...here }),
      "notifications-at": () => ({ place: 10n, n: 1n }),
    }),
    replica: planClient({
      "replayed-log": () => replica.replayed,
      "notifications-replayed": () => ({ place: replica.pagePlace, n: 1n }),
    }),
    nowMs: () => elapsedMs,
    replicaMsMax: 500,
    tellSource: (source) => void sources.push(source),
  });
  const read = async (afterMs = 0): Promise<PageSource | undefined> => {
    elapsedMs += afterMs;
    await pages.read("u-1", []);
    return sources.at(-1);
  };
  expect(await read()).toBe("primary");
  return { read, replica };
}

test("what is named as replica and is none is strange while it rests as well, until it is one", async () => {
  const { read, replica } = await planPages();
  replica.replayed = { place: 10n, cluster: 2n, database: "oms" };
  expect([await read(), await read(500), await read(499), await read(1)]).toEqual(
    Array.from({ length: 4 }, () => "strange"),
  );
  replica.replayed = { place: 10n, ...here };
  expect([await read(500), await read(500)]).toEqual(["strange", "replica"]);
});

test("a replica that has come less far than the page that was shown last is behind", async () => {
  const { read, replica } = await planPages();
  // It went on between the question how far it is and the page.
  replica.pagePlace = 12n;
  expect(await read()).toBe("replica");
  replica.replayed = { place: 11n, ...here };
  expect(await read()).toBe("behind");
  replica.replayed = { place: 12n, ...here };
  expect(await read(100)).toBe("replica");
});
