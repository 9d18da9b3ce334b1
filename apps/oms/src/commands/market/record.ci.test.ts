import { readFile } from "node:fs/promises";
import { type ScratchNats, startNats } from "@trading-oms/scratch";
import { afterAll, beforeAll, expect } from "vitest";
import type { PlannedWorld } from "../../testing/plan-world.ts";
import { worldTest as test } from "../../testing/world-test.ts";
import { renderRecordingHead } from "./recording.ts";

let nats: ScratchNats;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());

const now = () => Date.now();

/** Publishes until the given work is done. */
async function whilePublishing<Result>(
  world: PlannedWorld,
  words: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let stop = (): void => {};
  const onStop = (handler: () => void) => {
    stop = handler;
    return () => {};
  };
  const publishing = world.oms(`feed publish --take-over --nats ${nats.url} ${words}`, { now, onStop });
  const result = await work();
  stop();
  expect(await publishing).toMatchObject({ exitCode: 0 });
  return result;
}

test("records what is published, and publishes the recording again", async ({ world }) => {
  await world.oms("demo load");
  const first = world.pathOf("first.jsonl");
  const second = world.pathOf("second.jsonl");
  const recorded = await whilePublishing(world, "--from simulated --speed 100", () =>
    world.oms(`feed record ${first} --for 2s --nats ${nats.url} --json`, { now }),
  );
  const { messages } = JSON.parse(recorded.stdout);
  expect(messages).toBeGreaterThan(339);
  const [head, line] = (await readFile(first, "utf8")).split("\n");
  expect(head).toMatch(/^\{"format":"trading-oms-feed","version":1,"recordedAt":"2/);
  expect(line).toMatch(/^\{"afterMs":\d+,"messages":\[\{"kind":"snapshot","symbol":"/);
  await whilePublishing(world, `--from ${first}`, () =>
    world.oms(`feed record ${second} --for 2s --nats ${nats.url}`, { now }),
  );
  const told = await readSymbols(first);
  expect(told.size).toBeGreaterThan(300);
  expect(await readSymbols(second)).toEqual(told);
});

test("leaves an existing file unchanged", async ({ world }) => {
  const file = await world.write("kept.jsonl", "kept");
  expect(await world.oms(`feed record ${file} --for 1s --nats ${nats.url}`, { now })).toMatchObject({
    exitCode: 1,
    stderr: `${file} can't be used: it exists already.\n`,
  });
  expect(await readFile(file, "utf8")).toBe("kept");
});

test("writes a complete file when stopped, and says if there were no messages", async ({ world }) => {
  const file = world.pathOf("silent.jsonl");
  const onStop = (stop: () => void) => {
    setTimeout(stop, 200);
    return () => {};
  };
  expect(await world.oms(`feed record ${file} --nats ${nats.url}`, { now, onStop })).toMatchObject({
    exitCode: 0,
    stdout: `Wrote 0 messages to ${file}.\nThere was no publisher, or it sent no messages.\n`,
  });
  expect((await readFile(file, "utf8")).split("\n")).toHaveLength(2);
});

test("refuses a second publisher without --take-over", async ({ world }) => {
  const file = await writeEmpty(world);
  expect(await world.oms(`feed publish --from ${file} --nats ${nats.url}`, { now })).toMatchObject({
    exitCode: 0,
  });
  const refused = await whilePublishing(world, "--from simulated", () =>
    world.oms(`feed publish --from ${file} --nats ${nats.url}`, { now }),
  );
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toMatch(
    /^There is another publisher: TX-\d+ with simulated prices\. Stop it first, or replace it with --take-over\.\n$/,
  );
});

test("explains how to write a password if NATS needs one", async ({ world }) => {
  const guarded = await startNats([], ["--user", "oms", "--pass", "s:cret"]);
  try {
    const refused = await world.oms(`feed publish --nats ${guarded.url} --from ${await writeEmpty(world)}`, {
      now,
    });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /^NATS at 127\.0\.0\.1:\d+ refuses the login \(.*\): write --nats nats:\/\/USER/,
    );
    const address = guarded.url.replace("nats://", "nats://oms:s%3Acret@");
    expect(
      await world.oms(`feed publish --nats ${address} --from ${await writeEmpty(world)}`, { now }),
    ).toMatchObject({
      exitCode: 0,
      stdout: "Published 0 messages.\n",
    });
  } finally {
    await guarded.stop();
  }
});

function writeEmpty(world: PlannedWorld): Promise<string> {
  return world.write("empty.jsonl", renderRecordingHead({ recordedAtMs: 0 }));
}

/** Each symbol begins with its day, or with a snapshot if recording began later. */
async function readSymbols(file: string): Promise<ReadonlySet<string>> {
  const found = (await readFile(file, "utf8")).matchAll(/"kind":"(?:snapshot|day)","symbol":"([^"]+)"/g);
  return new Set([...found].map(([, symbol = ""]) => symbol));
}
