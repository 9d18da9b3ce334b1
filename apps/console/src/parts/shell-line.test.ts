import { expect, test } from "vitest";
import { curlLineOf, omsLine } from "./shell-line.ts";

test("writes plain arguments plainly and leaves out what is not given", () => {
  expect(omsLine(["calls", "list"], { symbol: "FPT", user: undefined, limit: 50 })).toBe(
    "oms calls list --symbol FPT --limit 50",
  );
  expect(omsLine(["prices", "shock"], { limit: -7, prices: "A B" })).toBe(
    "oms prices shock --limit=-7 --prices 'A B'",
  );
});

test.each(["$(id)", "`id`", "a;id", "a|id", "a&id", "a'b", 'a"b', "a b", "~", "*", "", "#a"])(
  "quotes %j, so that a shell hands it on as it is",
  (value) => {
    expect(omsLine(["calls", "list"], { user: value })).toBe(
      `oms calls list --user '${value.replaceAll("'", "'\\''")}'`,
    );
  },
);

test.each(["a\nid", "a\u001b[2J", "a\u202eb", "a\u200bb", "a\u2028b"])(
  "shows no command for %j, which looks other than it is",
  (value) => {
    expect(omsLine(["calls", "list"], { user: value })).toBeUndefined();
  },
);

test("takes no option for an operand", () => {
  expect(omsLine(["accounts", "show", "--help"])).toBeUndefined();
});

test("encodes values in a path", () => {
  const curl = (path: TemplateStringsArray, ...values: string[]): string | undefined =>
    curlLineOf("http://desk", path, values);
  expect(curl`/accounts/${'"; id #'}/movements?limit=20`).toBe(
    `curl -H "Authorization: Bearer $TOKEN" 'http://desk/accounts/%22%3B%20id%20%23/movements?limit=20'`,
  );
  expect(curl`/accounts/${"a\nb"}`).toBeUndefined();
});
