import { expect } from "vitest";
import type { World } from "../../cli/command.ts";
import { cover, price } from "../../testing/acts.ts";
import { type PlannedWorld, plannedAtMs } from "../../testing/plan-world.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load");

/** Registers a server that watches the first shards. */
function watch(world: PlannedWorld, holder: string, shardCount: number, forMs = 5_000): Promise<unknown> {
  const shards = Array.from({ length: shardCount }, (_, shard) => shard);
  return world.withStore((store) =>
    store.claimShards({ holder, shards, atMs: plannedAtMs, untilMs: plannedAtMs + forMs }),
  );
}

test("says that no server watches, with the next prices and the open calls", async ({ world }) => {
  expect(await world.oms("watch status")).toEqual({
    exitCode: 0,
    stdout: [
      "No server watches: price changes begin and end no calls.",
      "",
      "SYMBOL     POSITIONS  ARMED  CALLED    BELOW    ABOVE",
      "41I1F6000          3      3       1  1,459.9  1,462.3",
      "41I1F9000          1      1       1    1,485    1,504",
      "ACV                1      1       0   70,700     none",
      "FPT                1      1       1   71,400   89,300",
      "HPG                1      1       0   22,450     none",
      "SHS                1      1       0    9,300     none",
      "VCB                1      1       0   73,700     none",
      "",
      "ACCOUNT     SYMBOL       MARK  MARKED              RATIO  CALL  NEEDED VND  STATE   CALLED                REMINDED",
      "888C000017  FPT        80,000  at the reference    0.375   0.4   2,000,000  called  2025-05-30T02:00:00Z        no",
      "888C000027  41I1F6000   1,461  at the reference  0.02464  0.03   1,566,000  called  2025-05-30T02:00:00Z        no",
      "888C000037  41I1F9000   1,500  at the reference   0.0227  0.03   2,190,000  called  2025-05-30T02:00:00Z        no",
      "",
    ].join("\n"),
    stderr: "Reading: 6 accounts\n",
  });
});

test("lists the servers that watch with shards and lease end, and counts unwatched shards", async ({
  world,
}) => {
  await watch(world, "two", 2);
  await watch(world, "gone", 0, -1);
  expect((await world.oms("watch status")).stdout).toMatch(
    /^WATCHER {2}SHARDS {2}UNTIL\ntwo {11}2 {2}2025-06-02T03:00:05Z\n62 shards are not watched: .+\n\nSYMBOL/,
  );
  await watch(world, "two", 64);
  expect((await world.oms("watch status")).stdout).toContain("\nEvery shard is watched.\n");
  expect(await world.json("watch status")).toMatchObject({
    watchers: [{ holder: "two", shardCount: 64, untilMs: Date.UTC(2025, 5, 2, 3, 0, 5) }],
    unwatchedShardCount: 0,
  });
  const later = { now: () => plannedAtMs + 5_000 };
  expect((await world.oms("watch status", later)).stdout).toMatch(/^No server watches/);
});

test("shows a call with price, ratio, needed amount and state", async ({ world }) => {
  await price("FPT", "70000")(world);
  // The changed cover is judged at the price, which is below both rates.
  await cover("888C000017", "FPT", 1)(world);
  expect(await world.json("watch status --symbol FPT")).toEqual({
    watchers: [],
    unwatchedShardCount: 64,
    isPlayed: false,
    symbols: [
      {
        symbol: "FPT",
        positionCount: 1,
        armedCount: 1,
        calledCount: 1,
        // After the notification of a force close, no lower price sends another.
        belowPrice: null,
        belowUnitVnd: null,
        abovePrice: 89_300,
        aboveUnitVnd: 89_286,
      },
    ],
    called: [
      expect.objectContaining({
        userId: "demo",
        accountId: "888C000017",
        symbol: "FPT",
        price: 70_000,
        byHand: true,
        markedAtMs: Date.UTC(2025, 5, 2, 3),
        dealRatio: 0.285714,
        marginCallRate: 0.4,
        neededVnd: 8_000_000,
        coveredVnd: 1,
        state: "force-close",
        calledAtMs: Date.UTC(2025, 4, 30, 2),
        callNumber: 1,
        isForceCloseNotified: true,
      }),
    ],
  });
  expect((await world.oms("watch status --symbol FPT")).stdout).toMatch(
    /\nFPT .+ none {2}89,300\n\n.+\n888C000017 .+ 70,000 .+ force-close .+ 5 h\n$/,
  );
});

test("uses simulated prices in every command while they are sent", async ({ world }) => {
  const played = { symbol: "FPT", price: 79_000_000n, atMs: plannedAtMs, isByHand: false, isPlayed: true };
  await world.withStore(async (store) => {
    await store.setMarks([played], { nowMs: plannedAtMs });
    await store.saveQuotes([], { nowMs: plannedAtMs, heard: { isPlayed: true, atMs: plannedAtMs } });
  });
  const pricesIn = async (changes?: Partial<World>) => {
    const shown = await world.oms("accounts show 888C000017 --json", changes);
    const watched = await world.oms("watch status --account 888C000017 --json", changes);
    return [
      JSON.parse(shown.stdout).positions[0].price,
      JSON.parse(watched.stdout).called[0].price,
      JSON.parse(watched.stdout).isPlayed,
    ];
  };
  expect(await pricesIn()).toEqual([79_000, 79_000, true]);
  // A server without a feed ignores data of an earlier simulation, and so does every command.
  expect(await pricesIn({ now: () => plannedAtMs + 30_001 })).toEqual([80_000, 80_000, false]);
});

test("judges by a simulated price and says so", async ({ world }) => {
  const played = { symbol: "FPT", price: 79_000_000n, atMs: plannedAtMs, isByHand: false, isPlayed: true };
  await world.withStore(async (store) => {
    await store.setMarks([played], { nowMs: plannedAtMs });
    await store.saveQuotes([], { nowMs: plannedAtMs, heard: { isPlayed: true, atMs: plannedAtMs } });
  });
  const { stdout } = await world.oms("watch status --symbol FPT");
  expect(stdout).toContain("\nPrices are simulated, and used as by servers with a simulated feed.\n");
  expect(stdout).toMatch(/\n888C000017 {2}FPT +79,000 {2}2025-06-02T03:00:00Z /);
  expect(await world.json("watch status --symbol FPT")).toMatchObject({ isPlayed: true });
});

test("does not count the hours of a holiday for reminders", async ({ world }) => {
  const now = () => plannedAtMs + 14 * 86_400_000;
  await world.oms("holidays set 2025-06-09 2025-06-10 2025-06-11");
  await price("FPT", "70000", { atMs: now() })(world);
  await world.oms("positions set 888C000017 FPT --quantity 1000 --price 100000", { now });
  // Eleven days of 4.25 trading hours and an hour of the last one, less the three days.
  const { stdout } = await world.oms("watch status --symbol FPT --json", { now });
  expect(JSON.parse(stdout)).toMatchObject({ called: [{ remindedHours: 35 }] });
});

test("filters calls by account or symbol", async ({ world }) => {
  const called = async (line: string) =>
    ((await world.json(line)) as { called: { accountId: string }[] }).called.map(
      ({ accountId }) => accountId,
    );
  expect(await called("watch status --account 888C000027")).toEqual(["888C000027"]);
  expect(await called("watch status --symbol FPT")).toEqual(["888C000017"]);
  expect(await called("watch status --symbol FPT --account 888C000027")).toEqual([]);
  expect((await world.oms("watch status --symbol VNM")).stdout).toMatch(
    /\n\nThere are no positions in VNM\.\n\nNo position is called\.\n$/,
  );
});

test.for<[string, string]>([
  ["--account A-1", "There is no account A-1; open it first.\n"],
  ["--symbol NONE", "NONE is not listed.\n"],
])("refuses %s, which does not exist", async ([line, message], { world }) => {
  const { exitCode, stdout, stderr } = await world.oms(`watch status ${line}`);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr.endsWith(message)).toBe(true);
});

test("shows a progress bar on a terminal while it reads", async ({ world }) => {
  let said = "";
  const write = (text: string) => {
    said += text;
  };
  await world.oms("watch status", { stderr: { write, isTerminal: true } });
  expect(said).toContain("Reading [########################] 100 %  6 accounts");
});
