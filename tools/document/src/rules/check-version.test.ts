import { expect, it } from "vitest";
import { checkVersion } from "./operations.ts";

it.each(["1.0.24", "0.0.1", "10.20.30"])("%j is a version.", (version) => {
  expect(checkVersion({ info: { version } })).toEqual([]);
});

it.each(["1.0", "v1.0.24", "1.0.24-rc.1", "1.0.024", "", 1.1, undefined])("%j is no version.", (version) => {
  expect(checkVersion({ info: { version } })).toEqual([
    { pointer: ["info", "version"], message: expect.stringContaining("write three numbers such as 1.0.24") },
  ]);
});
