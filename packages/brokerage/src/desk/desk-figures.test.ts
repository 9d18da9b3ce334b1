/** The figures of the desk, now and by minutes. */
import { expect, test } from "vitest";
import { planDesk } from "../testing/plan-desk.ts";
import { sessionMs } from "../testing/plan-watch.ts";
import { DeskMinutes, figuresOfDesk } from "./desk-figures.ts";

const minuteMs = 60_000;

test("sums up calls, positions and the times of their prices", async () => {
  const { projection, turn, hold, watching, trade, clock } = await planDesk();
  expect(figuresOfDesk(projection)).toMatchObject({ openCalls: 0, marketVnd: 0n, oldestPriceMs: undefined });
  await hold("A");
  await hold("B", -500n);
  await turn();
  await watching.hear(trade(80_000_000n));
  await turn();
  expect(figuresOfDesk(projection)).toEqual({
    openCalls: 1,
    outstandingVnd: 2_000_000n,
    neededVnd: 2_000_000n,
    dueToday: 0,
    overdue: 0,
    marketVnd: 120_000_000n,
    positionCount: 2,
    accountCount: 2,
    oldestPriceMs: clock.nowMs,
    newestPriceMs: clock.nowMs,
  });
});

test("keeps the figures at the end of each minute, the present one last, and no more than ten hours", async () => {
  const { projection, turn, hold, watching, trade, clock } = await planDesk();
  const minutes = new DeskMinutes(projection);
  const shown = () => minutes.list().map(({ atMs, openCalls }) => [(atMs - sessionMs) / minuteMs, openCalls]);
  await hold("A");
  await turn();
  minutes.note();
  expect(shown()).toEqual([[0, 0]]);
  await watching.hear(trade(80_000_000n));
  await turn();
  clock.nowMs += 30_000;
  minutes.note();
  expect(shown()).toEqual([[0, 1]]);
  clock.nowMs += 30_000;
  minutes.note();
  expect(shown()).toEqual([
    [0, 1],
    [1, 1],
  ]);
  for (let minute = 0; minute < 700; minute += 1) {
    clock.nowMs += minuteMs;
    minutes.note();
  }
  expect(minutes.list()).toHaveLength(600);
  expect(shown().at(0)).toEqual([102, 1]);
  expect(shown().at(-1)).toEqual([701, 1]);
});
