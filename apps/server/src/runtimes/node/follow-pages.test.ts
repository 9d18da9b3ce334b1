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
    "warn: the replica is away, and the primary is read",
    "info: the replica is read again",
    "warn: what is named as replica is none of this primary, which is read instead",
    "warn: the replica is away, and the primary is read",
  ]);
  expect(await registry.metrics()).toContain('oms_notification_pages_total{source="away"} 4\n');
});
