import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { batchChanges, type ChangeBatches } from "./batch-changes.ts";
import type { WriterAnswer } from "./writer-channel.ts";

/** A writer that answers when it is told to, and remembers what it was asked. */
function makeWriter(): {
  readonly batches: ChangeBatches;
  readonly asked: (readonly Change[])[];
  readonly answer: (answer: WriterAnswer) => Promise<void>;
} {
  const asked: (readonly Change[])[] = [];
  const waiting: ((answer: WriterAnswer) => void)[] = [];
  const batches = batchChanges(
    {
      ask: (request) => {
        if (request.kind === "changes") asked.push(request.changes);
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
  return { batches, asked, answer };
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

test("a commit that failed fails every change of its batch, and none of the next", async () => {
  const { batches, answer } = makeWriter();
  const first = Promise.allSettled(commitMany(batches, 64));
  const second = commitMany(batches, 1);
  await turn();
  await answer({ kind: "failed", failure: { message: "The disk is gone.", resultCode: 10 } });
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
  await answer({ kind: "done" });
  expect(isFinished).toBe(false);
  await answer({ kind: "done" });
  await finished;
  expect(await Promise.all(queued)).toHaveLength(65);
  expect(asked.map(({ length }) => length)).toEqual([64, 1]);
});

test("it is finished at once where nothing waits", async () => {
  await expect(makeWriter().batches.finish()).resolves.toBeUndefined();
});
