import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Gathering, gatherWork } from "./gather-work.ts";

type Started = { readonly items: readonly string[]; readonly end: () => void };

/** A gathering that keeps what is begun until it is ended by hand, and answers each item in capitals. */
function makeGathering(nameOf?: (item: string) => string): {
  readonly gathering: Gathering<string, string>;
  readonly started: Started[];
} {
  const started: Started[] = [];
  const gathering = gatherWork<string, string>({
    togetherMax: 3,
    underWayMax: 2,
    ...(nameOf === undefined ? {} : { nameOf }),
    doTogether: (items) =>
      new Promise((settle) => {
        started.push({ items, end: () => settle(items.map((item) => item.toUpperCase())) });
      }),
  });
  return { gathering, started };
}

const itemsOf = (started: readonly Started[]): (readonly string[])[] => started.map(({ items }) => items);

test("what is asked for in one turn is done together, and each has its own answer", async () => {
  const { gathering, started } = makeGathering();
  const answers = Promise.all(["a", "b", "c"].map((item) => gathering.ask(item)));
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a", "b", "c"]]);
  started[0]?.end();
  expect(await answers).toEqual(["A", "B", "C"]);
});

test("a lone one waits for nobody, though another is under way", async () => {
  const { gathering, started } = makeGathering();
  void gathering.ask("a");
  await setImmediate();
  void gathering.ask("b");
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a"], ["b"]]);
});

test("where enough is under way others are gathered until one of them has ended, no more than may go together", async () => {
  const { gathering, started } = makeGathering();
  for (const item of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) void gathering.ask(item);
  await setImmediate();
  expect(itemsOf(started)).toEqual([
    ["a", "b", "c"],
    ["d", "e", "f"],
  ]);
  started[1]?.end();
  await setImmediate();
  expect(itemsOf(started)).toHaveLength(3);
  expect(started[2]?.items).toEqual(["g", "h", "i"]);
});

test("what is only promised is under way until it is there", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const gathering = gatherWork<string, string>({
    togetherMax: 3,
    underWayMax: 1,
    doTogether: async (items) => {
      begun.push(...items);
      return items.map((item) => new Promise<string>((settle) => ends.push(() => settle(item))));
    },
  });
  const first = gathering.ask("a");
  await setImmediate();
  void gathering.ask("b");
  await setImmediate();
  expect(begun).toEqual(["a"]);
  ends[0]?.();
  expect(await first).toBe("a");
  await setImmediate();
  expect(begun).toEqual(["a", "b"]);
});

test("those of one name are not done together, and keep their order", async () => {
  const { gathering, started } = makeGathering((item) => item.charAt(0));
  for (const item of ["a1", "a2", "b1"]) void gathering.ask(item);
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a1", "b1"], ["a2"]]);
});

test("a failure of all is a failure of each, and what is asked for afterwards is done", async () => {
  let isBroken = true;
  const gathering = gatherWork<string, string>({
    togetherMax: 3,
    underWayMax: 1,
    doTogether: async (items) => {
      if (isBroken) throw new Error("It is broken.");
      return items;
    },
  });
  const failed = await Promise.allSettled([gathering.ask("a"), gathering.ask("b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  expect(await gathering.ask("c")).toBe("c");
});

test("whoever finishes waits for what is under way and for what is gathered behind it", async () => {
  const { gathering, started } = makeGathering();
  for (const item of ["a", "b", "c", "d", "e", "f", "g"]) void gathering.ask(item);
  let isFinished = false;
  const finished = gathering.finish().then(() => {
    isFinished = true;
  });
  await setImmediate();
  for (const { end } of [...started]) end();
  await setImmediate();
  expect(isFinished).toBe(false);
  expect(started[2]?.items).toEqual(["g"]);
  started[2]?.end();
  await finished;
});
