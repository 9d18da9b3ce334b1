import { expect, test } from "vitest";
import { setPrice } from "../settings/set-price.ts";
import { planWatch, tradeOf } from "../testing/plan-watch.ts";
import { Judgements } from "./judgements.ts";

const question = { userId: "user-of-A", accountId: "A", symbol: "FPT", isChange: false };

/** A position called by a price set by hand. Only the test requests judgements. */
async function planCalled() {
  const world = await planWatch();
  await world.hold("A");
  await setPrice(world.services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  const { services } = await world.begin("one");
  const failures: unknown[] = [];
  const taken: boolean[] = [];
  const judgements = new Judgements(services, {
    take: (_state, _question, hasMoved) => taken.push(hasMoved),
    onFailure: (thrown) => failures.push(thrown),
    isOurs: () => true,
  });
  return { ...world, judgements, failures, taken, watched: services };
}

test("a request during a judgement repeats it on the state of that time", async () => {
  const { judgements, told, watched, clock } = await planCalled();
  judgements.ask(question);
  judgements.ask(question);
  judgements.ask({ ...question, isChange: true });
  clock.nowMs += 1;
  watched.marks.hear([tradeOf("FPT", 70_000_000n, clock.nowMs)]);
  await judgements.settle();
  expect(judgements.counts().judgedCount).toBe(2);
  expect(told()).toEqual(["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"]);
});

test("the listener learns whether the price has moved during the judgement", async () => {
  const { judgements, taken, watched, clock } = await planCalled();
  judgements.ask(question);
  await judgements.settle();
  judgements.ask(question);
  clock.nowMs += 1;
  watched.marks.hear([tradeOf("FPT", 79_000_000n, clock.nowMs)]);
  await judgements.settle();
  expect(taken).toEqual([false, true]);
});

test("an account with constant concurrent changes is judged again a second later", async () => {
  const { judgements, told, memory, clock } = await planCalled();
  memory.racesLeft = 32;
  judgements.ask(question);
  await judgements.settle();
  expect([told(), judgements.counts().failedCount]).toEqual([[], 0]);
  memory.racesLeft = 32;
  judgements.ask(question);
  for (let turns = 0; turns < 1_000; turns += 1) await Promise.resolve();
  expect(judgements.counts().laterCount).toBe(1);
  memory.racesLeft = 0;
  clock.nowMs += 999;
  judgements.tick();
  expect(judgements.counts().underWayCount).toBe(0);
  clock.nowMs += 1;
  judgements.tick();
  await judgements.settle();
  expect(told()).toEqual(["MarginCall/A/FPT/1/0"]);
});

test("a clock that moves back postpones nothing", async () => {
  const { judgements, told, clock } = await planCalled();
  judgements.askLater(question);
  clock.nowMs -= 3_600_000;
  judgements.tick();
  await judgements.settle();
  expect(told()).toEqual(["MarginCall/A/FPT/1/0"]);
});

test("a judgement that was postponed twice runs once, as a change if either was one", async () => {
  const { judgements, clock } = await planCalled();
  judgements.askLater({ ...question, isChange: true });
  judgements.askLater(question);
  expect(judgements.counts().laterCount).toBe(1);
  clock.nowMs += 1_000;
  judgements.tick();
  await judgements.settle();
  expect(judgements.counts().judgedCount).toBe(1);
});
