import { expect, test } from "vitest";
import { startProgram } from "./program.ts";

function node(code: string) {
  return startProgram(process.execPath, ["--eval", code]);
}

test("waits until a program has printed a pattern, then kills it", async () => {
  const program = node('console.log("ready at 42"); setInterval(() => {}, 1_000)');
  const [, port] = await program.untilPrinted(/ready at (\d+)/);
  expect(port).toBe("42");
  expect(await program.end("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
  expect(program.printed()).toBe("ready at 42\n");
});

test("reports the stderr of a program that ends early, and a program that does not exist", async () => {
  await expect(node('console.error("no port"); process.exitCode = 3').untilPrinted(/ready/)).rejects.toThrow(
    "ended too early: no port",
  );
  await expect(startProgram("/nowhere/program", []).untilPrinted(/ready/)).rejects.toThrow("ended too early");
});

test("kills a program that is late", async () => {
  const program = node("setInterval(() => {}, 1_000)");
  await expect(program.untilPrinted(/ready/, 50)).rejects.toThrow("ended too early");
  expect((await program.ended).signal).toBe("SIGKILL");
});
