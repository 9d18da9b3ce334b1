import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { batchChanges, type ChangeBatches } from "./batch-changes.ts";
import type { WriterAnswer } from "./writer-channel.ts";

/** A writer that answers when it is told to, and remembers what it was asked. */
function makeWriter(): {
  readonly batches: ChangeBatches;
  readonly asked: (readonly Change[])[];
  /** Of each request, whether it says that others follow. */
  readonly followed: boolean[];
  readonly answer: (answer: WriterAnswer) => Promise<void>;
} {
  const asked: (readonly Change[])[] = [];
  const followed: boolean[] = [];
  const waiting: ((answer: WriterAnswer) => void)[] = [];
  const batches = batchChanges(
    {
      ask: (request) => {
        if (request.kind === "changes") {
          asked.push(request.changes);
          followed.push(request.othersFollow === true);
        }
        return new Promise((settle) => waiting.push(settle));
      },
      close: async () => undefined,
    },
    ({ message }) => new Error(message),
  );
  const answer = async (given: WriterAnswer): Promise<void> => {
    waiting.shift()?.(given);
    await turn();
  };
  return { batches, asked, followed, answer };
}

function turn(): Promise<void> {
  return new Promise((settle) => setImmediate(settle));
}

function commitMany(batches: ChangeBatches, count: number): Promise<CommitOutcome>[] {
  return Array.from({ length: count }, (_, index) => batches.commit(makeChange("u-1", `A-${index}`)));
}

test("those who ask in one turn share a batch, and those who ask meanwhile share the next", async () => {
  const { batches, asked, answer } = makeWriter();
  const first = commitMany(batches, 3);
  await turn();
  const second = commitMany(batches, 2);
  await turn();
  expect(asked.map(({ length }) => length)).toEqual([3]);
  await answer({ kind: "done" });
  expect(await Promise.all(first)).toEqual(["committed", "committed", "committed"]);
  expect(asked.map(({ length }) => length)).toEqual([3, 2]);
  await answer({ kind: "changes", results: [{ outcome: "committed" }, { outcome: "version-moved" }] });
  expect(await Promise.all(second)).toEqual(["committed", "version-moved"]);
});

test("a writer who goes on at once after its answer shares the batch of the others who were answered", async () => {
  const { batches, asked, answer } = makeWriter();
  const writers = [0, 1, 2].map(async (writer) => {
    await batches.commit(makeChange("u-1", `A-${writer}`));
    await batches.commit(makeChange("u-1", `A-${writer}`, { expectedVersion: 1 }));
  });
  await turn();
  await answer({ kind: "done" });
  await answer({ kind: "done" });
  await Promise.all(writers);
  expect(asked.map(({ length }) => length)).toEqual([3, 3]);
});

test("a batch is sent in parts of four, of which only the last says that no others follow", async () => {
  const { batches, asked, followed } = makeWriter();
  void commitMany(batches, 9);
  await turn();
  expect(asked.map(({ length }) => length)).toEqual([4, 4, 1]);
  expect(followed).toEqual([true, true, false]);
});

test("what the first to be answered ask for is sent while the others are told, and the batch waits for them", async () => {
  const { batches, asked, followed, answer } = makeWriter();
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    await batches.commit(makeChange("u-1", `A-${writer}`));
    await batches.commit(makeChange("u-1", `A-${writer}`, { expectedVersion: 1 }));
  });
  await turn();
  await answer({ kind: "done" });
  expect(asked.map(({ length }) => length)).toEqual([4, 4, 4]);
  expect(followed).toEqual([true, false, true]);
  await answer({ kind: "done" });
  expect(asked.map(({ length }) => length)).toEqual([4, 4, 4, 4]);
  expect(followed).toEqual([true, false, true, false]);
  await answer({ kind: "done" });
  await answer({ kind: "done" });
  await Promise.all(writers);
  expect(asked).toHaveLength(4);
});

test("who asked meanwhile joins those who are answered first, and the writer is told when nobody else comes", async () => {
  const { batches, asked, followed, answer } = makeWriter();
  const first = commitMany(batches, 5);
  await turn();
  const [late] = commitMany(batches, 1);
  await answer({ kind: "done" });
  expect(asked.map(({ length }) => length)).toEqual([4, 1, 1]);
  expect(followed).toEqual([true, false, true]);
  await answer({ kind: "done" });
  expect(await Promise.all(first)).toHaveLength(5);
  await turn();
  expect(asked.map(({ length }) => length)).toEqual([4, 1, 1, 0]);
  expect(followed).toEqual([true, false, true, false]);
  await answer({ kind: "done" });
  expect(await late).toBe("committed");
});

test("a writer that does not wait for the end of a batch is asked for no end, and for whatever comes next", async () => {
  const { batches, asked, answer } = makeWriter();
  const first = commitMany(batches, 5);
  await turn();
  const [late] = commitMany(batches, 1);
  await answer({ kind: "done" });
  void answer({ kind: "done" });
  await answer({ kind: "done" });
  expect(await Promise.all([...first, late])).toHaveLength(6);
  await turn();
  const [next] = commitMany(batches, 1);
  await turn();
  await answer({ kind: "done" });
  expect(await next).toBe("committed");
  await batches.finish();
  expect(asked.map(({ length }) => length)).toEqual([4, 1, 1, 1]);
});

test("a commit that failed fails every change of its batch, and none of the next", async () => {
  const { batches, answer } = makeWriter();
  const first = Promise.allSettled(commitMany(batches, 64));
  const second = commitMany(batches, 1);
  await turn();
  for (let part = 0; part < 16; part += 1) {
    await answer({ kind: "failed", failure: { message: "The disk is gone.", resultCode: 10 } });
  }
  const failed = { status: "rejected", reason: new Error("The disk is gone.") };
  expect(await first).toEqual(Array(64).fill(failed));
  await answer({ kind: "done" });
  expect(await Promise.all(second)).toEqual(["committed"]);
});

test("it is finished when each change that waits has its answer, and takes no other", async () => {
  const { batches, asked, answer } = makeWriter();
  const queued = commitMany(batches, 65);
  let isFinished = false;
  const finished = batches.finish().then(() => {
    isFinished = true;
  });
  await expect(batches.commit(makeChange("u-1", "A-late"))).rejects.toThrow("The store is closed");
  await turn();
  expect(asked.map(({ length }) => length)).toEqual(Array(16).fill(4));
  for (let part = 0; part < 16; part += 1) await answer({ kind: "done" });
  expect(isFinished).toBe(false);
  await answer({ kind: "done" });
  await finished;
  expect(await Promise.all(queued)).toHaveLength(65);
});

test("it is finished at once where nothing waits", async () => {
  await expect(makeWriter().batches.finish()).resolves.toBeUndefined();
});
