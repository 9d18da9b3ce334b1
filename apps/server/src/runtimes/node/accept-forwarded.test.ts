import { expect, test } from "vitest";
import type { LogEntry } from "../../http/reports.ts";
import { acceptForwarded } from "./cards.ts";

const secret = "0123456789abcdef0123456789abcdef";

function plan(own: string | undefined) {
  const lines: LogEntry[] = [];
  const { senderOf, judgeForwarded } = acceptForwarded(own, (entry) => void lines.push(entry));
  const judge = (headers: Record<string, string>) => {
    const request = new Request("http://oms.test/", { headers });
    return [senderOf(request), judgeForwarded(request)?.code];
  };
  return { judge, lines };
}

test("A request with the secret counts against the sender that it names", () => {
  const { judge } = plan(secret);
  const headers = { "x-card-reader-secret": secret, "x-card-sender": "192.0.2.7" };
  expect(judge(headers)).toEqual(["192.0.2.7", undefined]);
});

test("Whoever names a sender without the secret counts by their own address", () => {
  expect(plan(secret).judge({ "x-card-sender": "192.0.2.7" })).toEqual([undefined, undefined]);
});

test.each([
  ["another secret", secret, `${secret}x`],
  ["an empty one", secret, ""],
  ["any, where the server has none", undefined, secret],
])("A request with %s is refused, and logs are not flooded with it", (_what, own, given) => {
  const { judge, lines } = plan(own);
  const headers = { "x-card-reader-secret": given, "x-card-sender": "192.0.2.7" };
  for (let count = 0; count < 3; count += 1) expect(judge(headers)).toEqual([undefined, "cards-away"]);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(secret);
});
