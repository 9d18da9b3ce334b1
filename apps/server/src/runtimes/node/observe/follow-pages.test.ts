import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { followPages } from "./process-metrics.ts";

test("logs a fault of the replica once until it recovers, and logs the recovery", async () => {
  const events: string[] = [];
  const registry = new Registry();
  const onPageRead = followPages(registry, ({ level, event }) => void events.push(`${level}: ${event}`));
  for (const source of [
    "primary",
    "replica",
    "away",
    "away",
    "primary",
    "replica",
    "behind",
    "strange",
    "away",
    "strange",
    "away",
  ] as const)
    onPageRead(source);
  expect(events).toEqual([
    "warn: replica unavailable, reading from the primary",
    "info: replica available again",
    "warn: DATABASE_READ_URL is not a replica of the primary, reading from the primary",
    "warn: replica unavailable, reading from the primary",
  ]);
  expect(await registry.metrics()).toContain('oms_notification_pages_total{source="away"} 4\n');
});
