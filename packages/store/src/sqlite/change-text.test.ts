import type { Change } from "@trading-oms/brokerage/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  makeAudit,
  makeChange,
  makeDraft,
  makeEpisode,
  makeJudged,
  makePosition,
} from "../testing/make-change.ts";
import { changeText } from "./change-text.ts";

const text = fc.string({ unit: "binary" });
const wholeNumber = fc.maxSafeInteger();
const judged = fc.oneof(
  fc.record({ price: fc.bigInt(), atMs: wholeNumber, seq: wholeNumber, isByHand: fc.boolean() }),
  fc.record({
    ...{ price: fc.bigInt(), atMs: wholeNumber, seq: wholeNumber },
    ...{ isByHand: fc.constant(false), isPlayed: fc.constant(true) },
  }),
);
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    key: fc.record({ userId: text, accountId: text }),
    expectedVersion: wholeNumber,
    shard: wholeNumber,
    atMs: wholeNumber,
    equityVnd: fc.bigInt(),
    positions: fc.array(
      fc.record({
        symbol: text,
        quantity: fc.bigInt(),
        entryVnd: fc.bigInt(),
        postedVnd: fc.bigInt(),
        coveredVnd: fc.bigInt(),
        isClosing: fc.boolean(),
        openedAtMs: wholeNumber,
        changedAtMs: wholeNumber,
        judged: fc.option(judged, { nil: undefined }),
      }),
    ),
    closedSymbols: fc.array(text),
    episodes: fc.array(
      fc.record({
        symbol: text,
        number: fc.bigInt(),
        isOpen: fc.boolean(),
        isForceCloseTold: fc.boolean(),
        reminder: fc.bigInt(),
        openedAtMs: wholeNumber,
      }),
    ),
    audits: fc.array(fc.record({ entry: text, hash: text })),
    movement: fc.option(
      fc.record({
        movementId: text,
        kind: fc.constantFrom("deposit", "withdrawal"),
        amountVnd: fc.bigInt(),
      }),
      { nil: undefined },
    ),
    notifications: fc.array(
      fc.record({ type: fc.constantFrom("Deposit", "ForceClose"), topic: text, messageId: text, data: text }),
    ),
    outcome: fc.option(fc.record({ idempotencyKey: text, fingerprint: text, outcome: text }), {
      nil: undefined,
    }),
  }),
);

test("a change with everything in it is read as it was written", () => {
  const whole = makeChange("user 1", "A-1", {
    expectedVersion: 3,
    equityVnd: -9_007_199_254_740_993n,
    positions: [
      makePosition("FPT", { isClosing: true, judged: makeJudged(80_000_000n) }),
      makePosition("VNM", { quantity: -100n }),
    ],
    closedSymbols: ["HPG", "Tiền 12 đồng"],
    episodes: [makeEpisode("F P"), makeEpisode("", { isOpen: false, isForceCloseTold: true, reminder: -3n })],
    audits: [makeAudit("a"), { entry: "", hash: "3 4" }],
    movement: { movementId: "m 1", kind: "withdrawal", amountVnd: 2_000_000n },
    notifications: [makeDraft("Deposit/m-1"), makeDraft("\ud83d 3 lone")],
    outcome: { idempotencyKey: "", fingerprint: "0 1 2", outcome: '{"kind":"accepted"}' },
  });
  expect(changeText.read(changeText.write([whole]))).toEqual([whole]);
});

test("whatever a change says, it is read as it was written", () => {
  fc.assert(
    fc.property(changes, (each) => {
      expect(changeText.read(changeText.write(each))).toEqual(each);
    }),
  );
});
