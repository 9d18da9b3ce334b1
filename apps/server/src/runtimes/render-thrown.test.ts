import { DatabaseSync } from "node:sqlite";
import { KeysFault } from "@trading-oms/access";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderThrown, type ThrownShown } from "./log-lines.ts";

const secret = "an.nguyen@example.com";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("Nothing was thrown.");
}

describe("Of an error the log tells", () => {
  test("its name and where it was thrown", () => {
    const { name, frames } = renderThrown(new RangeError(`No ${secret}.`));
    expect(name).toBe("RangeError");
    expect(frames?.[0]).toMatch(/^at .*render-thrown\.test\.ts:\d+:\d+\)?$/);
  });

  test("what caused it, and what caused that, with their codes", () => {
    const deepest = Object.assign(new Error(secret), { code: "ECONNREFUSED", syscall: "connect" });
    const cause = Object.assign(new TypeError(secret, { cause: deepest }), { code: "unreachable" });
    const shown = renderThrown(new Error(secret, { cause }));
    expect(shown).toMatchObject({
      name: "Error",
      cause: { name: "TypeError", code: "unreachable", cause: { code: "ECONNREFUSED", syscall: "connect" } },
    });
    expect(shown.cause?.cause?.frames?.length).toBeGreaterThan(0);
  });

  test("why keys can't be had, and what their host answered", () => {
    const message = `The host ${secret} answered 503.`;
    const shown = renderThrown(new KeysFault("host-status", message, { status: 503 }));
    expect(shown).toMatchObject({ name: "KeysFault", code: "host-status", status: 503 });
    expect(JSON.stringify(shown)).not.toContain(secret);
    const other = renderThrown(Object.assign(new Error(), { status: 901_234_567 }));
    expect(other.status).toBeUndefined();
  });

  test("every part of one that was made of several", () => {
    const parts = ["ECONNREFUSED", "ETIMEDOUT"].map((code) => Object.assign(new Error(secret), { code }));
    expect(renderThrown(new AggregateError(parts, secret)).errors).toMatchObject([
      { code: "ECONNREFUSED" },
      { code: "ETIMEDOUT" },
    ]);
  });

  test("of a database's the code, the table and the constraint, and none of the rows", () => {
    const refused = Object.assign(new Error(`Failing row contains (${secret}).`), {
      name: "error",
      code: "23505",
      table: "accounts",
      constraint: "accounts_pkey",
      detail: `Key (user_id)=(${secret}) already exists.`,
      where: secret,
      parameters: [secret],
      query: `select '${secret}'`,
    });
    const shown = renderThrown(refused);
    expect(shown).toMatchObject({ code: "23505", table: "accounts", constraint: "accounts_pkey" });
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test("of what is no error only its type", () => {
    expect([secret, 1, null, undefined, { secret }].map((thrown) => renderThrown(thrown))).toEqual([
      { name: "string" },
      { name: "number" },
      { name: "object" },
      { name: "undefined" },
      { name: "object" },
    ]);
  });

  test("causes that go round in a circle no more than a few times", () => {
    const circular = new Error("one");
    circular.cause = circular;
    let depth = 0;
    for (let shown: ThrownShown | undefined = renderThrown(circular); shown; shown = shown.cause) depth += 1;
    expect(depth).toBe(6);
  });

  test("that it can't be read, where looking at it throws", () => {
    const trap = new Proxy(new Error("trap"), {
      get: () => {
        throw new Error(secret);
      },
    });
    expect(renderThrown(trap)).toEqual({ name: "unreadable" });
  });
});

describe("What the log never tells is a message:", () => {
  test.each([
    [
      "SQLite names what it was given",
      () => new DatabaseSync(":memory:").exec(`select "${secret}" from nothing`),
    ],
    ["JSON.parse quotes the text", () => JSON.parse(`${secret} and more`)],
    ["BigInt quotes the text", () => BigInt(secret)],
    ["a member of nothing is named", () => (undefined as unknown as Record<string, unknown>)[secret]],
    ["a URL is quoted", () => new URL(`//${secret}`)],
  ])("%s", (_what, work) => {
    const shown = renderThrown(thrownBy(work as () => unknown));
    expect(JSON.stringify(shown)).not.toContain("example");
    expect(shown.frames?.length).toBeGreaterThan(0);
  });

  test("one that looks like frames gives none of its lines", () => {
    const { frames } = renderThrown(
      new Error(`first\n    at ${secret} (file:///a.js:1:2)\n    at ${secret}`),
    );
    expect(frames?.length).toBeGreaterThan(0);
    expect(String(frames)).not.toContain(secret);
  });

  test("one that was changed later takes the frames along, rather than be told in its old form", () => {
    const stack = `Error: first\n    at ${secret} (file:///a.js:1:2)\n    at work (file:///a.js:3:4)`;
    const changed = Object.assign(new Error("harmless"), { stack });
    expect(renderThrown(changed)).toEqual({ name: "Error" });
  });

  test("whatever stands in whichever member", () => {
    const text = fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}${secret}${after}`);
    const members = fc.dictionary(
      fc.constantFrom(
        "name",
        "code",
        "status",
        "errcode",
        "syscall",
        "table",
        "constraint",
        "detail",
        "hint",
        "query",
        "path",
      ),
      text,
    );
    fc.assert(
      fc.property(text, members, (message, extra) => {
        const shown = renderThrown(Object.assign(new Error(message, { cause: new Error(message) }), extra));
        expect(JSON.stringify(shown)).not.toContain(secret);
      }),
    );
  });
});
