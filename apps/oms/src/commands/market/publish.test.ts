import { expect } from "vitest";
import { worldTest as test } from "../../testing/world-test.ts";

test.for([
  ["feed publish", "oms feed publish: --from is missing: write --from SOURCE."],
  ["feed publish --from simulated --speed 0", "oms feed publish: --speed is 0: write 1 to 1000."],
  ["feed publish --from simulated --seed -1", "oms feed publish: --seed is -1: write 0 to 2147483647."],
  [
    "feed publish --from simulated --hours night",
    'oms feed publish: --hours is "night": write exchange or always.',
  ],
  [
    "feed publish --from simulated --for 1",
    'oms feed publish: --for is "1": write a duration such as 90s, 30m, 1h or 7d, up to 366d.',
  ],
  [
    "feed publish --from simulated --nats http://127.0.0.1",
    "oms feed publish: --nats is not an address: write one such as nats://",
  ],
  ["feed record", "oms feed record: FILE is missing."],
  ["feed record a.jsonl --for x", 'oms feed record: --for is "x"'],
])("rejects %s with a hint to the correct usage", async ([line = "", message = ""], { world }) => {
  const { exitCode, stdout, stderr } = await world.oms(line);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain(message);
});

test("says how to start NATS if there is none", async ({ world }) => {
  const { exitCode, stderr } = await world.oms(
    "feed publish --from simulated --nats nats://oms:secret@127.0.0.1:1",
  );
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    "The catalog is empty, so nothing is traded.\nThere is no NATS at 127.0.0.1:1 (connection refused). Start one with nats-server (Debian: apt-get install nats-server), or name another with --nats.\n",
  );
});

test("reports a missing or invalid recording before it connects to NATS", async ({ world }) => {
  expect(await world.oms("feed publish --from nowhere.jsonl")).toMatchObject({
    exitCode: 1,
    stderr: "nowhere.jsonl can't be used: there is no such file or folder.\n",
  });
  const file = await world.write("catalog.csv", "symbol\n");
  expect(await world.oms(`feed publish --from ${file}`)).toMatchObject({
    exitCode: 1,
    stderr: `${file}:1: this is not a recording of a feed.\n${file} can't be played beyond that line.\n`,
  });
});

test("ignores FEED, which only feed record reads", async ({ world }) => {
  const environment = { DATA_DIR: world.pathOf("."), FEED: "nats://prod/path" };
  const message = "oms feed record: --nats is not an address";
  expect((await world.oms("feed record a.jsonl", { environment })).stderr).toContain(message);
  const published = await world.oms("feed publish --from nowhere.jsonl", { environment });
  expect(published.stderr).toBe("nowhere.jsonl can't be used: there is no such file or folder.\n");
});
