import { expect, test } from "vitest";
import type { CardReading } from "../../read/card-reading.ts";
import { expectOutcome } from "./start-card-worker.ts";

const reading: CardReading = {
  kind: "2021",
  fields: {},
  missing: [],
  doubtful: [],
  problems: [],
  isSwapped: false,
  isComplete: false,
};
const copies = { front: new Uint8Array([1]) };

test("a reading is the outcome at once, or when its copies have come", async () => {
  const { begin, take } = expectOutcome();
  const plain = begin();
  take({ kind: "read", reading, copiesFollow: false, residentBytes: 1 });
  expect(await plain).toEqual({ kind: "read", reading });
  const copied = begin();
  take({ kind: "read", reading, copiesFollow: true, residentBytes: 1 });
  take({ kind: "copies", copies, residentBytes: 1 });
  expect(await copied).toEqual({ kind: "read", reading, copies });
});

test("a worker that is late or dies while it makes copies loses the copies but not the reading", async () => {
  for (const end of [{ kind: "late" }, { kind: "crashed" }] as const) {
    const { begin, take, finish } = expectOutcome();
    const outcome = begin();
    take({ kind: "read", reading, copiesFollow: true, residentBytes: 1 });
    finish(end);
    expect(await outcome).toEqual({ kind: "read", reading });
    const next = begin();
    finish(end);
    expect(await next).toEqual(end);
  }
});
