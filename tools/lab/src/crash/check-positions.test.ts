import { describe, expect, test } from "vitest";
import { noPosition, type PositionState } from "../model/position.ts";
import { checkPositions, type KeptPosition, type Printed, renderState } from "./check-positions.ts";

type Line = Printed extends infer Each
  ? Each extends Printed
    ? Omit<Each, "accountId" | "symbol">
    : never
  : never;
type Entry = KeptPosition["entries"][number];

const place = { accountId: "A-2", symbol: "COVER" };
const check = (lines: readonly Line[], state: string, ...entries: Entry[]) =>
  checkPositions(
    lines.map((line) => ({ ...place, ...line }) as Printed),
    [{ ...place, state, entries }],
  );

describe("covers", () => {
  const at = (coveredVnd: bigint, isCalled = false, members: Partial<PositionState> = {}): string =>
    renderState({
      ...{ ...noPosition, quantity: 1_000_000n, entryVnd: 30_000_000n, episodeCount: 1 },
      ...{ coveredVnd, isCalled, ...members },
    });
  const closed = renderState({ ...noPosition, episodeCount: 1 });
  const bought = {
    kind: "intends",
    requestId: "C",
    after: at(0n, true),
    realizedVnd: "0",
    due: "bought",
  } as const;
  const opened: Line[] = [
    { kind: "found", state: renderState(noPosition) },
    bought,
    { kind: "done", answered: "bought" },
  ];
  const order = (requestId: string, amountVnd: bigint, isKeyed = false): Line => ({
    ...{ kind: "intends", requestId, after: at(amountVnd), realizedVnd: "0", auditedVnd: `${amountVnd}` },
    ...{ due: `success, ${amountVnd} covered`, keyedVnd: isKeyed ? `${amountVnd}` : undefined },
  });
  const answer = (amountVnd: bigint): Line => ({
    ...{ kind: "done", answered: `success, ${amountVnd} covered`, cover: '{"status":"success"}' },
  });
  const covered = [...opened, order("C0", 5_000_000n, true), answer(5_000_000n)];
  const printed = [...covered, order("C1", 4_000_000n)];
  const first = { requestId: "C0", toVnd: 5_000_000n };
  const second = { requestId: "C1", toVnd: 4_000_000n };

  test("an acknowledged cover is kept with its audit entry", () => {
    const { faults, keyed, counts } = check(printed, at(5_000_000n), first);
    expect(faults).toEqual([]);
    expect(counts.covers).toBe(1);
    expect(keyed).toEqual([
      { accountId: "A-2", requestId: "C0", amountVnd: 5_000_000n, cover: '{"status":"success"}' },
    ]);
  });

  test("a cover whose answer was lost is there with its audit entry, or not at all", () => {
    expect(check(printed, at(4_000_000n), first, second).faults).toEqual([]);
    expect(check(printed, at(4_000_000n), first).faults).toEqual([
      "the audit of A-2 COVER says nothing where 4000000 by C1 was due",
    ]);
  });

  test("no other cover is there", () => {
    expect(check(printed, at(0n), first).faults[0]).toBe(
      `A-2 COVER is at ${at(0n)}; ${at(5_000_000n)} was acknowledged, and ${at(4_000_000n)} was intended`,
    );
  });

  test("a cover comes with the end of its call, and the end of a call with its cover", () => {
    const raise = [...opened, order("C0", 5_000_000n)];
    expect(check(raise, at(0n, true)).faults).toEqual([]);
    expect(check(raise, at(5_000_000n), first).faults).toEqual([]);
    expect(check(raise, at(5_000_000n, true), first).faults[0]).toContain("call 1 open; 1000000 for");
    expect(check(raise, at(0n)).faults).toHaveLength(1);
  });

  test("an opening is called once, even if its answer was lost", () => {
    const lost = opened.slice(0, 2);
    expect(check(lost, renderState(noPosition)).faults).toEqual([]);
    expect(check(lost, at(0n, true)).faults).toEqual([]);
    const twice = at(0n, true, { episodeCount: 2 });
    expect(check(opened, twice).faults).toEqual([
      `A-2 COVER is at ${twice}; ${at(0n, true)} was acknowledged`,
    ]);
  });

  test("the audit has each change once and in order, and nothing else", () => {
    expect(check(printed, at(5_000_000n)).faults).toEqual([
      "the audit of A-2 COVER says nothing where 5000000 by C0 was due",
    ]);
    expect(check(printed, at(5_000_000n), first, first).faults).toEqual([
      "the audit of A-2 COVER says 5000000 by C0 where nothing was due",
    ]);
    expect(check(printed, at(5_000_000n), second, first).faults).toEqual([
      "the audit of A-2 COVER says 4000000 by C1 where 5000000 by C0 was due",
    ]);
  });

  test("the audit is whole at each restart, not at the end alone", () => {
    const verdict = { kind: "broken", place: 1, why: "The entry is missing." } as const;
    const { faults, counts } = check([...printed, { kind: "audited", verdict }], at(5_000_000n), first);
    expect(faults).toEqual(["the audit of A-2 is broken at 1: The entry is missing."]);
    expect(counts.audits).toBe(1);
  });

  test("a repeat has the same answer, byte for byte", () => {
    const again: Line = { kind: "again", requestId: "C0", cover: '{"status": "success"}' };
    expect(check([...printed, again], at(5_000_000n), first).faults).toEqual([
      'C0 was answered {"status":"success"}, and then {"status": "success"}',
    ]);
  });

  test("an answer has the amount and the status that are due", () => {
    const failed: Line = { kind: "done", answered: "failed, 4000000 covered", cover: "{}" };
    for (const wrong of [answer(4_500_000n), failed]) {
      expect(check([...printed, wrong], at(4_000_000n), first, second).faults).toEqual([
        `A-2 COVER was answered ${"answered" in wrong && wrong.answered}; success, 4000000 covered was due to C1`,
      ]);
    }
  });

  test("an order that a rule refuses has no effect", () => {
    const due = "failed, 5000000 covered";
    const lines: Line[] = [
      ...covered,
      { kind: "intends", requestId: "C2", after: at(5_000_000n), realizedVnd: "0", due },
      { kind: "done", answered: due, cover: "{}" },
    ];
    const { faults, counts } = check(lines, at(5_000_000n), first);
    expect([faults, counts.covers]).toEqual([[], 1]);
    expect(check(lines, at(2_000_000n), first).faults).toHaveLength(1);
  });

  test("a closed position covers nothing, with an entry only if it covered something before", () => {
    const closing = {
      kind: "intends",
      requestId: "C2",
      after: closed,
      realizedVnd: "0",
      due: "sold",
    } as const;
    const sold: Line = { kind: "done", answered: "sold" };
    const release = { requestId: "C2", toVnd: 0n };
    const released = [...covered, { ...closing, auditedVnd: "0" }, sold];
    expect(check(released, closed, first, release).faults).toEqual([]);
    expect(check([...opened, closing, sold], closed).faults).toEqual([]);
  });

  test("an order is refused only as too busy, and then has no effect", () => {
    const busy: Line[] = [...printed, { kind: "refused", code: "too_busy" }];
    expect(check(busy, at(5_000_000n), first).faults).toEqual([]);
    expect(check(busy, at(4_000_000n), first, second).faults[0]).toContain(
      "5000000 covered, call 1 over was",
    );
    const other: Line[] = [...printed, { kind: "refused", code: "no_such_position" }];
    expect(check(other, at(5_000_000n), first).faults).toEqual(["A-2 COVER was refused: no_such_position"]);
  });
});

describe("holdings", () => {
  const at = (quantity: bigint, entryVnd: bigint): string =>
    renderState({ ...noPosition, quantity, entryVnd });
  const printed: Line[] = [
    { kind: "found", state: at(0n, 0n) },
    { kind: "intends", requestId: "H0", after: at(30n, 300n), realizedVnd: "0", due: "30" },
    { kind: "done", answered: "30" },
    { kind: "intends", requestId: "H1", after: at(20n, 200n), realizedVnd: "100", due: "20" },
  ];

  test("an acknowledged holding is kept, with nothing realised", () => {
    const { faults, realizedVnd, counts } = check(printed, at(30n, 300n));
    expect([faults, realizedVnd.get("A-2"), counts.changes.get("COVER")]).toEqual([[], 0n, 1]);
  });

  test("a change whose answer was lost is there with its result", () => {
    const { faults, realizedVnd } = check(printed, at(20n, 200n));
    expect([faults, realizedVnd.get("A-2")]).toEqual([[], 100n]);
  });

  test("no other holding is there, not even one with another entry", () => {
    expect(check(printed, at(20n, 300n)).faults).toHaveLength(1);
    expect(check(printed.slice(0, 3), at(0n, 0n)).faults).toHaveLength(1);
  });

  test("a change does not show up later than at the next start", () => {
    expect(check([...printed, { kind: "found", state: at(30n, 300n) }], at(20n, 200n)).faults).toHaveLength(
      1,
    );
  });

  test("an answer is as intended, and a refused change is not made", () => {
    expect(check([...printed, { kind: "done", answered: "20 for 90" }], at(20n, 200n)).faults).toEqual([
      "A-2 COVER was answered 20 for 90; 20 was due to H1",
    ]);
    expect(check([...printed, { kind: "refused", code: "too_busy" }], at(20n, 200n)).faults).toHaveLength(1);
  });
});
