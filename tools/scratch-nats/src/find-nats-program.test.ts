import { expect, test } from "vitest";
import { findNatsProgram } from "./find-nats-program.ts";

test("a program that is named has to be there", () => {
  expect(findNatsProgram({ NATS_SERVER_PATH: process.execPath })).toBe(process.execPath);
  expect(() => findNatsProgram({ NATS_SERVER_PATH: "/nowhere/nats-server" })).toThrow(
    "NATS_SERVER_PATH is /nowhere/nats-server, where there is no program.",
  );
});
