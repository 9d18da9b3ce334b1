import { expect, test } from "vitest";
import { readD1 } from "./d1.ts";
import { readPostgresql } from "./hyperdrive.ts";
import type { OpenStore } from "./settings.ts";
import { createWatchWorker } from "./watch.ts";

test("woken with faulty settings, it fails the event and tells the log all of them", async () => {
  const lines: Record<string, unknown>[] = [];
  const worker = createWatchWorker({ writeLine: (line) => void lines.push(JSON.parse(line)) }, readD1);
  const woken = worker.scheduled({ cron: "* * * * *" }, { LOG_LEVEL: "debug" });
  await expect(woken).rejects.toThrow("The settings are faulty.");
  expect(lines).toMatchObject([
    {
      level: "error",
      event: "faulty settings",
      faults:
        'LOG_LEVEL has to be one of error, warn, info, not "debug". ' +
        "DB is no D1 database: bind one under that name (d1_databases in the configuration).",
    },
  ]);
});

test("without a way to a PostgreSQL it says what to bind, and fails the event", async () => {
  const lines: Record<string, unknown>[] = [];
  const world = { writeLine: (line: string) => void lines.push(JSON.parse(line)) };
  const woken = createWatchWorker(world, readPostgresql).scheduled({ cron: "* * * * *" }, { DB: {} });
  await expect(woken).rejects.toThrow("The settings are faulty.");
  expect(lines).toMatchObject([
    { faults: expect.stringMatching(/^HYPERDRIVE is no way to a PostgreSQL: bind one/) },
  ]);
});

test("a store that is away fails the event, tells the log why without its words, and is closed where it was open", async () => {
  let closedCount = 0;
  const away = () => Promise.reject(new Error("planted words"));
  const close = async (): Promise<void> => {
    closedCount += 1;
  };
  const store = { readVersions: away, close };
  for (const open of [away, async () => store as unknown as Awaited<ReturnType<OpenStore>>]) {
    const lines: string[] = [];
    const worker = createWatchWorker({ writeLine: (line) => void lines.push(line) }, () => open);
    await expect(worker.scheduled({ cron: "* * * * *" }, {})).rejects.toThrow(
      "The store is not to be asked.",
    );
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: "store not to be asked" }]);
    expect(lines.join()).not.toContain("planted words");
  }
  expect(closedCount).toBe(1);
});
