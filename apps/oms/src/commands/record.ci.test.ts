import { readFile } from "node:fs/promises";
import { type ScratchNats, startNats } from "@trading-oms/scratch";
import { afterAll, beforeAll, expect } from "vitest";
import type { PlannedWorld } from "../testing/plan-world.ts";
import { worldTest as test } from "../testing/world-test.ts";
import { renderRecordingHead } from "./recording.ts";

let nats: ScratchNats;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());

const now = () => Date.now();

/** Publishes until what is done meanwhile is done. */
async function whilePublishing<Result>(
  world: PlannedWorld,
  words: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let stop = (): void => {};
  const heedStop = (heard: () => void) => {
    stop = heard;
    return () => {};
  };
  const publishing = world.oms(`feed publish --take-over --nats ${nats.url} ${words}`, { now, heedStop });
  const result = await work();
  stop();
  expect(await publishing).toMatchObject({ exitCode: 0 });
  return result;
}

test("what is published is recorded, and a recording that is published is heard again", async ({ world }) => {
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

test("a file that is there already is left as it is", async ({ world }) => {
  const file = await world.write("kept.jsonl", "kept");
  expect(await world.oms(`feed record ${file} --for 1s --nats ${nats.url}`, { now })).toMatchObject({
    exitCode: 1,
    stderr: `${file} can't be used: it is there already.\n`,
  });
  expect(await readFile(file, "utf8")).toBe("kept");
});

test("whoever stops a recording has all of it, and is told where nobody published", async ({ world }) => {
  const file = world.pathOf("silent.jsonl");
  const heedStop = (stop: () => void) => {
    setTimeout(stop, 200);
    return () => {};
  };
  expect(await world.oms(`feed record ${file} --nats ${nats.url}`, { now, heedStop })).toMatchObject({
    exitCode: 0,
    stdout: `Wrote 0 messages to ${file}.\nNobody published anything meanwhile.\n`,
  });
  expect((await readFile(file, "utf8")).split("\n")).toHaveLength(2);
});

test("where somebody publishes already, nobody else does without saying that it is to take over", async ({
  world,
}) => {
  const file = await writeEmpty(world);
  expect(await world.oms(`feed publish --from ${file} --nats ${nats.url}`, { now })).toMatchObject({
    exitCode: 0,
  });
  const refused = await whilePublishing(world, "--from simulated", () =>
    world.oms(`feed publish --from ${file} --nats ${nats.url}`, { now }),
  );
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toMatch(
    /^Somebody publishes already: TX-\d+, whose prices are played\. Stop it first, or take its place with --take-over\.\n$/,
  );
});

test("a NATS that wants a password says so, and how to write one", async ({ world }) => {
  const guarded = await startNats([], ["--user", "oms", "--pass", "s:cret"]);
  try {
    const refused = await world.oms(`feed publish --nats ${guarded.url} --from ${await writeEmpty(world)}`, {
      now,
    });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /^NATS at 127\.0\.0\.1:\d+ does not let us in \(.*\): write --nats nats:\/\/USER/,
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

/** Each symbol begins with its day or with a snapshot, whichever was told when somebody began to listen. */
async function readSymbols(file: string): Promise<ReadonlySet<string>> {
  const found = (await readFile(file, "utf8")).matchAll(/"kind":"(?:snapshot|day)","symbol":"([^"]+)"/g);
  return new Set([...found].map(([, symbol = ""]) => symbol));
}
