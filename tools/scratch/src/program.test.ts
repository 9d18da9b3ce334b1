import { expect, test } from "vitest";
import { startProgram } from "./program.ts";

function node(code: string) {
  return startProgram(process.execPath, ["--eval", code]);
}

test("a program is waited for until it has printed something, and then killed", async () => {
  const program = node('console.log("ready at 42"); setInterval(() => {}, 1_000)');
  const [, port] = await program.untilPrinted(/ready at (\d+)/);
  expect(port).toBe("42");
  expect(await program.end("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
  expect(program.printed()).toBe("ready at 42\n");
});

test("one that ends before says what it complained about, and so does one that is not there", async () => {
  await expect(node('console.error("no port"); process.exitCode = 3').untilPrinted(/ready/)).rejects.toThrow(
    "ended too early: no port",
  );
  await expect(startProgram("/nowhere/program", []).untilPrinted(/ready/)).rejects.toThrow("ended too early");
});

test("one that is late is killed", async () => {
  const program = node("setInterval(() => {}, 1_000)");
  await expect(program.untilPrinted(/ready/, 50)).rejects.toThrow("ended too early");
  expect((await program.ended).signal).toBe("SIGKILL");
});
