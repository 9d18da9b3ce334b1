import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { openShell, quote, type Shell } from "./take-step.ts";

const { PATH } = process.env;

function open(runMsMax = 30_000): Shell {
  const shell = openShell(tmpdir(), { PATH, GREETING: "it's here" }, runMsMax);
  onTestFinished(shell.close);
  return shell;
}

test("keeps variables and functions between commands", async () => {
  const { run } = open();
  expect(await run('name=a; tell() {\n  echo "$1 and $name"\n}')).toEqual({
    printed: "",
    said: "",
    exitCode: 0,
  });
  expect(await run("tell 'b'\\''s'")).toEqual({ printed: "b's and a\n", said: "", exitCode: 0 });
  expect(await run('printf %s "$GREETING"')).toEqual({ printed: "it's here", said: "", exitCode: 0 });
});

test("separates stdout and stderr, and returns the exit code", async () => {
  const { run } = open();
  expect(await run("echo out; echo aside >&2; false")).toEqual({
    printed: "out\n",
    said: "aside\n",
    exitCode: 1,
  });
});

test("fails on a syntax error, and runs the next command", async () => {
  const { run } = open();
  expect(await run("echo $(")).toMatchObject({ printed: "", exitCode: expect.not.toBeOneOf([0]) });
  expect(await run("cat; echo next")).toMatchObject({ printed: "next\n", exitCode: 0 });
});

test("rejects if a command ends the shell or takes too long", async () => {
  await expect(open().run("echo last; exit 3")).rejects.toThrow("The shell ended before the command did");
  await expect(open(100).run("sleep 60")).rejects.toThrow("The shell ended before the command did");
});

test("quotes any text as one word", async () => {
  const word = "a 'b' \"$c\" `d` \\e\n*";
  expect((await open().run(`printf %s ${quote(word)}`)).printed).toBe(word);
});
