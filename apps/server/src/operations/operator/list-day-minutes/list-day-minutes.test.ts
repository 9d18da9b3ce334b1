/** The figures of the desk by minutes: all of them, and from a cursor on. */
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planDesk } from "../../../testing/plan-desk.ts";

const figures = { openCalls: 1, outstanding: 1_500_000, dueToday: 0, overdue: 0, marketValue: 80_000_000 };

test("200: lists the minutes since the start, and from a cursor the present one and what follows", async () => {
  const { ask, clock, minutes } = await planDesk();
  const startedAt = clock.nowMs;
  const list = async (query = "") =>
    (await checkAnswer("operator.listDayMinutes", await ask(`minutes${query}`))).body;
  for (let minute = 0; minute < 3; minute += 1) {
    clock.nowMs = startedAt + minute * 60_000;
    minutes.note();
  }
  const all = [0, 1, 2].map((minute) => ({ time: startedAt + minute * 60_000, ...figures }));
  const nextCursor = startedAt + 120_000;
  expect(await list()).toEqual({ startedAt, minutes: all, nextCursor });
  expect(await list(`?cursor=${nextCursor}`)).toEqual({ startedAt, minutes: all.slice(2), nextCursor });
  expect(await list(`?cursor=${nextCursor + 600_000}`)).toEqual({ startedAt, minutes: [], nextCursor });
});
