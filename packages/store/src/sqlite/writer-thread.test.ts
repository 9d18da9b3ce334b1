import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import type { WriterAnswer } from "./writer.ts";
import { GroupCommit } from "./writer-thread.ts";

/** A writer that records requests and answers on demand. */
function makeWriter() {
  const requests: (readonly Change[])[] = [];
  const waiting: ((answer: WriterAnswer) => void)[] = [];
  const group = new GroupCommit(
    {
      ask: (request) => {
        if (request.kind === "changes") requests.push(request.changes);
        return new Promise((settle) => waiting.push(settle));
      },
      close: async () => undefined,
    },
    ({ message }) => new Error(message),
  );
  /** Answers the current batch; by default all of it is committed. */
  const answer = async (given?: WriterAnswer): Promise<void> => {
    const results = (requests.at(-1) ?? []).map((): CommitOutcome => "committed");
    waiting.shift()?.(given ?? { results });
    await turn();
  };
  return { group, answer, sizes: () => requests.map(({ length }) => length) };
}

async function turn(): Promise<void> {
  for (let each = 0; each < 3; each += 1) await new Promise((settle) => setImmediate(settle));
}

function commitMany(group: GroupCommit, count: number): Promise<CommitOutcome>[] {
  return Array.from({ length: count }, (_, index) => group.commit(makeChange("u-1", `A-${index}`)));
}

test("changes of one turn share a batch, and those that arrive during it share the next", async () => {
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

test("callers that continue right after their answer share the next batch with those that arrived meanwhile", async () => {
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

test("a failed commit fails every change of its batch and none of the next", async () => {
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

test("finish resolves after every queued change has its answer, and refuses new ones", async () => {
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

test("finish resolves immediately if nothing is queued", async () => {
  await expect(makeWriter().group.finish()).resolves.toBeUndefined();
});
