import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Gathering, gatherWork } from "./gather-work.ts";

type Started = { readonly items: readonly string[]; readonly end: () => void };

/** A gathering that keeps what is begun until it is ended by hand, and answers each item in capitals. */
function makeGathering(nameOf?: (item: string) => string): {
  readonly gathering: Gathering<string, string>;
  readonly started: Started[];
  readonly clock: { nowMs: number };
} {
  const started: Started[] = [];
  const clock = { nowMs: 0 };
  const gathering = gatherWork<string, string>({
    togetherMax: 3,
    underWayMax: 2,
    nowMs: () => clock.nowMs,
    ...(nameOf === undefined ? {} : { nameOf }),
    doTogether: (items) =>
      new Promise((settle) => {
        started.push({ items, end: () => settle(items.map((item) => item.toUpperCase())) });
      }),
  });
  return { gathering, started, clock };
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

test("what is only promised holds up nobody but those of its name", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const gathering = gatherWork<string, string>({
    togetherMax: 3,
    underWayMax: 1,
    nowMs: () => 0,
    nameOf: (item) => item.charAt(0),
    doTogether: async (items) => {
      begun.push(...items);
      return items.map((item) => new Promise<string>((settle) => ends.push(() => settle(item))));
    },
  });
  const first = gathering.ask("a1");
  void gathering.ask("a2");
  await setImmediate();
  void gathering.ask("b1");
  await setImmediate();
  expect(begun).toEqual(["a1", "b1"]);
  ends[0]?.();
  expect(await first).toBe("a1");
  await setImmediate();
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("the next of a name is begun when the one before it is through, and keeps nobody else waiting", async () => {
  const { gathering, started } = makeGathering((item) => item.charAt(0));
  for (const item of ["a1", "a2", "a3", "b1"]) void gathering.ask(item);
  await setImmediate();
  void gathering.ask("c1");
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a1", "b1"], ["c1"]]);
  started[0]?.end();
  await setImmediate();
  expect(started[2]?.items).toEqual(["a2"]);
  started[2]?.end();
  await setImmediate();
  expect(started[3]?.items).toEqual(["a3"]);
});

test("whoever waits behind 4,096 others is refused at once, and what waits is done all the same", async () => {
  const { gathering, started } = makeGathering((item) => item);
  const asked = Array.from({ length: 4_097 }, (_, index) => gathering.ask(`${index}`));
  await expect(asked[4_096]).rejects.toMatchObject({ code: "busy" });
  for (let each = 0; each < 1_366; each += 1) {
    await setImmediate();
    started[each]?.end();
  }
  expect((await Promise.all(asked.slice(0, 4_096))).at(-1)).toBe("4095");
});

test("what waited for more than five seconds is refused, without being begun", async () => {
  const { gathering, started, clock } = makeGathering((item) => item.charAt(0));
  const first = gathering.ask("a1");
  const late = gathering.ask("a2");
  await setImmediate();
  clock.nowMs = 1;
  const timely = gathering.ask("a3");
  clock.nowMs = 5_001;
  started[0]?.end();
  expect(await first).toBe("A1");
  await expect(late).rejects.toMatchObject({ code: "busy" });
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a1"], ["a3"]]);
  started[1]?.end();
  expect(await timely).toBe("A3");
});

test("a long line costs no more for each than a short one", async () => {
  const looksOf = async (count: number): Promise<number> => {
    let looks = 0;
    const gathering = gatherWork<string, string>({
      togetherMax: 8,
      underWayMax: 1,
      nowMs: () => 0,
      nameOf: (item) => {
        looks += 1;
        return item;
      },
      doTogether: async (items) => items,
    });
    await Promise.all(Array.from({ length: count }, (_, index) => gathering.ask(`${index}`)));
    return looks;
  };
  expect(await looksOf(4_000)).toBe(100 * (await looksOf(40)));
});

test("a failure of all is a failure of each, and what is asked for afterwards is done", async () => {
  let isBroken = true;
  const gathering = gatherWork<string, string>({
    togetherMax: 3,
    underWayMax: 1,
    nowMs: () => 0,
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

test("whoever finishes waits for what is only promised, and nothing is taken any more", async () => {
  let end = (): void => {};
  const gathering = gatherWork<string, string>({
    togetherMax: 3,
    underWayMax: 1,
    nowMs: () => 0,
    doTogether: async ([item = ""]) => [new Promise((settle) => (end = () => settle(item)))],
  });
  const first = gathering.ask("a");
  let isFinished = false;
  const finished = gathering.finish().then(() => {
    isFinished = true;
  });
  await expect(gathering.ask("b")).rejects.toThrow("The store is closed");
  await setImmediate();
  expect(isFinished).toBe(false);
  end();
  await finished;
  expect(await first).toBe("a");
});
