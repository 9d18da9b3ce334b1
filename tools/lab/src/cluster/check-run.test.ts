import type { StoredNotification } from "@trading-oms/brokerage";
import { describe, expect, test } from "vitest";
import { checkAsked, checkComplaints, checkNotifiedOnce } from "./check-run.ts";
import type { Asked } from "./client.ts";
import type { Outage } from "./outages.ts";

describe("requests", () => {
  const killed: Outage = { kind: "kill", server: 1, beganMs: 100, backMs: 180, endedMs: 200 };
  const restarted: Outage = { kind: "fast", server: undefined, beganMs: 300, backMs: 350, endedMs: 400 };
  const feedAway: Outage = { kind: "feed", server: undefined, beganMs: 500, backMs: 550, endedMs: 600 };
  const outages = [killed, restarted, feedAway];

  function ask(part: Partial<Asked>): Asked {
    return {
      operation: "listNotifications",
      server: 0,
      beganMs: 0,
      endedMs: 1,
      outcome: "answered",
      fault: undefined,
      ...part,
    };
  }

  test("excuses refused and cut connections only on the killed server while it was down", () => {
    const refused = ask({ outcome: "refused", server: 1, beganMs: 150, endedMs: 151 });
    const cut = ask({ outcome: "cut", server: 1, beganMs: 90, endedMs: 101 });
    expect(checkAsked([refused, cut], outages)).toEqual([]);
    expect(checkAsked([{ ...refused, server: 0 }], outages)).toHaveLength(1);
    expect(checkAsked([{ ...cut, endedMs: 99 }], outages)).toHaveLength(1);
    expect(checkAsked([{ ...refused, beganMs: 201, endedMs: 202 }], outages)).toEqual([
      "listNotifications of server 2 was refused 21 ms after kill was over",
    ]);
  });

  test("excuses failed covers and notifications while the database was down, and nothing else", () => {
    const failed = ask({ outcome: "failed", beganMs: 350, endedMs: 360 });
    expect(checkAsked([failed, { ...failed, operation: "setCoveredMarginCall" }], outages)).toEqual([]);
    expect(checkAsked([{ ...failed, operation: "searchSymbols" }], outages)).toHaveLength(1);
    expect(checkAsked([{ ...failed, operation: "getMarginRatio" }], outages)).toHaveLength(1);
    expect(checkAsked([{ ...failed, outcome: "cut" }], outages)).toHaveLength(1);
  });

  test("excuses a busy account for one cover in a hundred", () => {
    const covers = Array.from({ length: 200 }, () => ask({ operation: "setCoveredMarginCall" }));
    const busy = ask({ operation: "setCoveredMarginCall", outcome: "busy", beganMs: 900, endedMs: 901 });
    expect(checkAsked([...covers, busy, busy], outages)).toEqual([]);
    expect(checkAsked([...covers, busy, busy, busy], outages)).toHaveLength(1);
    expect(checkAsked([...covers, { ...busy, outcome: "failed" }], outages)).toHaveLength(1);
  });

  test("excuses nothing while the feed was down", () => {
    expect(checkAsked([ask({ outcome: "failed", beganMs: 550, endedMs: 560 })], outages)).toHaveLength(1);
  });

  test("reports an answer of the wrong shape even during an outage", () => {
    const misshapen = ask({ outcome: "failed", beganMs: 350, endedMs: 360, fault: "500 is not JSON" });
    expect(checkAsked([misshapen], outages)).toEqual(["500 is not JSON"]);
  });
});

describe("complaints", () => {
  const beganMs = Date.parse("2026-11-20T10:00:00Z");
  const outages = [
    { kind: "fast", server: undefined, beganMs, backMs: beganMs + 500, endedMs: beganMs + 1_000 },
  ] as const;

  function line(time: string): string {
    return JSON.stringify({ time, level: "warn", event: "the store does not answer" });
  }

  test("accepts log lines about an outage during it and shortly after", () => {
    const complaints = `${line("2026-11-20T10:00:00.200Z")}\n${line("2026-11-20T10:00:09Z")}\n`;
    expect(checkComplaints("server 1", complaints, outages)).toEqual([]);
  });

  test("reports log lines at other times, and output that is no log line", () => {
    const complaints = `${line("2026-11-20T09:59:59Z")}\n${line("2026-11-20T10:01:00Z")}\nTypeError: oops\n`;
    expect(checkComplaints("server 1", complaints, outages)).toHaveLength(3);
  });
});

describe("notifications at a price that stands", () => {
  function notificationOf(type: StoredNotification["type"], messageId: string): StoredNotification {
    return { type, messageId } as StoredNotification;
  }

  test("accepts one call with its reminder, and cash movements", () => {
    const notifications = [
      notificationOf("Deposit", "Deposit/d-1"),
      notificationOf("MarginCall", "MarginCall/R-1/R1/1/0"),
      notificationOf("MarginCall", "MarginCall/R-1/R1/1/1"),
    ];
    expect(checkNotifiedOnce(notifications)).toEqual([]);
  });

  test("reports a duplicate message, and a second episode at the same price", () => {
    const call = notificationOf("MarginCall", "MarginCall/R-1/R1/1/0");
    expect(checkNotifiedOnce([call, call])).toEqual(["MarginCall/R-1/R1/1/0 was told 2 times"]);
    expect(checkNotifiedOnce([notificationOf("MarginCall", "MarginCall/R-1/R1/2/0")])).toHaveLength(1);
  });
});
