import { expect, test } from "vitest";
import { makeKey } from "./keys.ts";

test("key ids never look like a command line option", async () => {
  const keys = await Promise.all(
    Array.from({ length: 200 }, () => makeKey({ algorithm: "EdDSA", now: () => 0 })),
  );
  expect(keys.filter(({ kid }) => !/^key-[A-Za-z0-9_-]{43}$/.test(kid))).toEqual([]);
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(200);
});
