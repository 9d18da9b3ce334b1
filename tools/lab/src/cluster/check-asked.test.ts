import { expect, test } from "vitest";
import type { Asked } from "./client.ts";
import { checkAsked } from "./judge.ts";
import type { Outage } from "./outages.ts";

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

test("excuses nothing while the feed was down", () => {
  expect(checkAsked([ask({ outcome: "failed", beganMs: 550, endedMs: 560 })], outages)).toHaveLength(1);
});

test("reports an answer of the wrong shape even during an outage", () => {
  const misshapen = ask({ outcome: "failed", beganMs: 350, endedMs: 360, fault: "500 is not JSON" });
  expect(checkAsked([misshapen], outages)).toEqual(["500 is not JSON"]);
});
