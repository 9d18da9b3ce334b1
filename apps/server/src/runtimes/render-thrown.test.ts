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

describe("of an error, logs", () => {
  test("its name and where it was thrown", () => {
    const { name, frames } = renderThrown(new RangeError(`No ${secret}.`));
    expect(name).toBe("RangeError");
    expect(frames?.[0]).toMatch(/^at .*render-thrown\.test\.ts:\d+:\d+\)?$/);
  });

  test("its causes with their codes", () => {
    const deepest = Object.assign(new Error(secret), { code: "ECONNREFUSED", syscall: "connect" });
    const cause = Object.assign(new TypeError(secret, { cause: deepest }), { code: "unreachable" });
    const shown = renderThrown(new Error(secret, { cause }));
    expect(shown).toMatchObject({
      name: "Error",
      cause: { name: "TypeError", code: "unreachable", cause: { code: "ECONNREFUSED", syscall: "connect" } },
    });
    expect(shown.cause?.cause?.frames?.length).toBeGreaterThan(0);
  });

  test("why keys are unavailable and what their host answered", () => {
    const message = `The host ${secret} answered 503.`;
    const shown = renderThrown(new KeysFault("host_status", message, { status: 503 }));
    expect(shown).toMatchObject({ name: "KeysFault", code: "host_status", status: 503 });
    expect(JSON.stringify(shown)).not.toContain(secret);
    const other = renderThrown(Object.assign(new Error(), { status: 901_234_567 }));
    expect(other.status).toBeUndefined();
  });

  test("every part of an aggregate error", () => {
    const parts = ["ECONNREFUSED", "ETIMEDOUT"].map((code) => Object.assign(new Error(secret), { code }));
    expect(renderThrown(new AggregateError(parts, secret)).errors).toMatchObject([
      { code: "ECONNREFUSED" },
      { code: "ETIMEDOUT" },
    ]);
  });

  test("code, table and constraint of a database error, but no rows", () => {
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

  test("only the type of a value that is not an error", () => {
    expect([secret, 1, null, undefined, { secret }].map((thrown) => renderThrown(thrown))).toEqual([
      { name: "string" },
      { name: "number" },
      { name: "object" },
      { name: "undefined" },
      { name: "object" },
    ]);
  });

  test("circular causes only a few times", () => {
    const circular = new Error("one");
    circular.cause = circular;
    let depth = 0;
    for (let shown: ThrownShown | undefined = renderThrown(circular); shown; shown = shown.cause) depth += 1;
    expect(depth).toBe(6);
  });

  test("that it is unreadable if its properties throw", () => {
    const trap = new Proxy(new Error("trap"), {
      get: () => {
        throw new Error(secret);
      },
    });
    expect(renderThrown(trap)).toEqual({ name: "unreadable" });
  });
});

describe("never logs a message:", () => {
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

  test("no lines of a message that looks like stack frames", () => {
    const { frames } = renderThrown(
      new Error(`first\n    at ${secret} (file:///a.js:1:2)\n    at ${secret}`),
    );
    expect(frames?.length).toBeGreaterThan(0);
    expect(String(frames)).not.toContain(secret);
  });

  test("no frames if the message was changed after the stack was captured", () => {
    const stack = `Error: first\n    at ${secret} (file:///a.js:1:2)\n    at work (file:///a.js:3:4)`;
    const changed = Object.assign(new Error("harmless"), { stack });
    expect(renderThrown(changed)).toEqual({ name: "Error" });
  });

  test("for any value in any member", () => {
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
