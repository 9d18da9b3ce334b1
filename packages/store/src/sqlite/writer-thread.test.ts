import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import type { WriterAnswer } from "./writer.ts";
import { GroupCommit } from "./writer-thread.ts";

/** A writer that answers when it is told to, and remembers what it was asked. */
function makeWriter() {
  const asked: (readonly Change[])[] = [];
  const waiting: ((answer: WriterAnswer) => void)[] = [];
  const group = new GroupCommit(
    {
      ask: (request) => {
        if (request.kind === "changes") asked.push(request.changes);
        return new Promise((settle) => waiting.push(settle));
      },
      close: async () => undefined,
    },
    ({ message }) => new Error(message),
  );
  /** Answers the batch that is under way, with all committed where nothing else is said. */
  const answer = async (given?: WriterAnswer): Promise<void> => {
    const results = (asked.at(-1) ?? []).map((): CommitOutcome => "committed");
    waiting.shift()?.(given ?? { results });
    await turn();
  };
  return { group, answer, sizes: () => asked.map(({ length }) => length) };
}

async function turn(): Promise<void> {
  for (let each = 0; each < 3; each += 1) await new Promise((settle) => setImmediate(settle));
}

function commitMany(group: GroupCommit, count: number): Promise<CommitOutcome>[] {
  return Array.from({ length: count }, (_, index) => group.commit(makeChange("u-1", `A-${index}`)));
}

test("those who ask in one turn share a batch, and those who ask meanwhile share the next", async () => {
  const { group, sizes, answer } = makeWriter();
  const first = commitMany(group, 3);
  await turn();
  const second = commitMany(group, 2);
  await turn();
  expect(sizes()).toEqual([3]);
  await answer();
  expect(await Promise.all(first)).toEqual(["committed", "committed", "committed"]);
  expect(sizes()).toEqual([3, 2]);
  await answer({ results: ["committed", "version-moved"] });
  expect(await Promise.all(second)).toEqual(["committed", "version-moved"]);
});

test("writers who go on at once after their answer stay together, with those who came meanwhile", async () => {
  const { group, sizes, answer } = makeWriter();
  const writers = [0, 1, 2].map(async (writer) => {
    await group.commit(makeChange("u-1", `A-${writer}`));
    await group.commit(makeChange("u-1", `A-${writer}`, { expectedVersion: 1 }));
  });
  await turn();
  const late = commitMany(group, 1);
  await answer();
  await answer();
  await Promise.all([...writers, ...late]);
  expect(sizes()).toEqual([3, 4]);
});

test("a commit that failed fails every change of its batch, and none of the next", async () => {
  const { group, sizes, answer } = makeWriter();
  const first = Promise.allSettled(commitMany(group, 64));
  const second = commitMany(group, 1);
  await turn();
  await answer({ failure: { message: "The disk is gone.", resultCode: 10 } });
  const failed = { status: "rejected", reason: new Error("The disk is gone.") };
  expect(await first).toEqual(Array(64).fill(failed));
  await answer();
  expect(await Promise.all(second)).toEqual(["committed"]);
  expect(sizes()).toEqual([64, 1]);
});

test("it is finished when each change that waits has its answer, and takes no other", async () => {
  const { group, answer } = makeWriter();
  const queued = commitMany(group, 65);
  let isFinished = false;
  const finished = group.finish().then(() => {
    isFinished = true;
  });
  await expect(group.commit(makeChange("u-1", "A-late"))).rejects.toThrow("The store is closed");
  await turn();
  await answer();
  expect(isFinished).toBe(false);
  await answer();
  await finished;
  expect(await Promise.all(queued)).toHaveLength(65);
});

test("it is finished at once where nothing waits", async () => {
  await expect(makeWriter().group.finish()).resolves.toBeUndefined();
});
