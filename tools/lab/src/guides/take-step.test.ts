import { expect, test } from "vitest";
import type { GuideStep } from "./read-guide.ts";
import type { Ran } from "./take-step.ts";
import { takeStep } from "./take-step.ts";

const soonMsMax = 5_000;

const step: GuideStep = {
  line: 1,
  command: "ask",
  isSoon: false,
  answer: { kind: "text", text: "called" },
};

/** A shell that returns these results, one after the other. */
function answering(...endings: readonly Partial<Ran>[]) {
  const asked: string[] = [];
  const run = async (command: string): Promise<Ran> => {
    asked.push(command);
    return { printed: "", said: "", exitCode: 0, ...endings[asked.length - 1] };
  };
  return { asked, run };
}

test("accepts the shown answer and ignores stderr", async () => {
  const shell = answering({ printed: "called\n", said: "Reading: 5 accounts\n" });
  expect(await takeStep(shell, step, soonMsMax)).toMatchObject({ faults: [] });
  expect(shell.asked).toEqual(["ask"]);
});

test("reports a failing command, even if it printed the shown answer", async () => {
  const shell = answering({ printed: "called\n", said: "gone\n", exitCode: 7 });
  expect(await takeStep(shell, step, soonMsMax)).toMatchObject({
    faults: ["the command ended with 7", "beside its answer it said: gone"],
  });
});

test("repeats a command of `sh soon` until its answer matches, and any other once", async () => {
  const late = [{ printed: "quiet\n" }, { exitCode: 7 }, { printed: "called\n" }, { printed: "quiet\n" }];
  const patient = answering(...late);
  expect(await takeStep(patient, { ...step, isSoon: true }, soonMsMax)).toMatchObject({ faults: [] });
  expect(patient.asked).toHaveLength(3);
  const once = answering(...late);
  expect((await takeStep(once, step, soonMsMax)).faults).toHaveLength(1);
  expect(once.asked).toHaveLength(1);
});

test("reports an answer that is late", async () => {
  const { faults, elapsedMs } = await takeStep(answering(), { ...step, isSoon: true }, 100);
  expect(faults).toEqual(["this is shown:\ncalled\nand this was printed:\nnothing"]);
  expect(elapsedMs).toBeGreaterThan(100);
});
