import { expect, test } from "vitest";
import { setPrice } from "../settings/set-price.ts";
import { planWatch, tradeOf } from "../testing/plan-watch.ts";
import { Evaluations } from "./evaluations.ts";

const question = { userId: "user-of-A", accountId: "A", symbol: "FPT", isChange: false };

/** A position called by a price set by hand. Only the test requests evaluations. */
async function planCalled() {
  const world = await planWatch();
  await world.hold("A");
  await setPrice(world.services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  const { services } = await world.begin("one");
  const failures: unknown[] = [];
  const taken: boolean[] = [];
  const evaluations = new Evaluations(services, {
    take: (_state, _question, hasMoved) => taken.push(hasMoved),
    onFailure: (thrown) => failures.push(thrown),
    isOurs: () => true,
  });
  return { ...world, evaluations, failures, taken, watched: services };
}

test("a request during an evaluation repeats it on the state of that time", async () => {
  const { evaluations, told, watched, clock } = await planCalled();
  evaluations.request(question);
  evaluations.request(question);
  evaluations.request({ ...question, isChange: true });
  clock.nowMs += 1;
  watched.marks.hear([tradeOf("FPT", 70_000_000n, clock.nowMs)]);
  await evaluations.settle();
  expect(evaluations.counts().evaluatedCount).toBe(2);
  expect(told()).toEqual(["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"]);
});

test("the listener learns whether the price has moved during the evaluation", async () => {
  const { evaluations, taken, watched, clock } = await planCalled();
  evaluations.request(question);
  await evaluations.settle();
  evaluations.request(question);
  clock.nowMs += 1;
  watched.marks.hear([tradeOf("FPT", 79_000_000n, clock.nowMs)]);
  await evaluations.settle();
  expect(taken).toEqual([false, true]);
});

test("an account with constant concurrent changes is judged again a second later", async () => {
  const { evaluations, told, memory, clock } = await planCalled();
  memory.racesLeft = 32;
  evaluations.request(question);
  await evaluations.settle();
  expect([told(), evaluations.counts().failedCount]).toEqual([[], 0]);
  memory.racesLeft = 32;
  evaluations.request(question);
  for (let turns = 0; turns < 1_000; turns += 1) await Promise.resolve();
  expect(evaluations.counts().laterCount).toBe(1);
  memory.racesLeft = 0;
  clock.nowMs += 999;
  evaluations.tick();
  expect(evaluations.counts().underWayCount).toBe(0);
  clock.nowMs += 1;
  evaluations.tick();
  await evaluations.settle();
  expect(told()).toEqual(["MarginCall/A/FPT/1/0"]);
});

test("a clock that moves back postpones nothing", async () => {
  const { evaluations, told, clock } = await planCalled();
  evaluations.postpone(question);
  clock.nowMs -= 3_600_000;
  evaluations.tick();
  await evaluations.settle();
  expect(told()).toEqual(["MarginCall/A/FPT/1/0"]);
});

test("an evaluation that was postponed twice runs once, as a change if either was one", async () => {
  const { evaluations, clock } = await planCalled();
  evaluations.postpone({ ...question, isChange: true });
  evaluations.postpone(question);
  expect(evaluations.counts().laterCount).toBe(1);
  clock.nowMs += 1_000;
  evaluations.tick();
  await evaluations.settle();
  expect(evaluations.counts().evaluatedCount).toBe(1);
});
