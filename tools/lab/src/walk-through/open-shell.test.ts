import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { openShell, quote, type Shell } from "./take-step.ts";

const { PATH } = process.env;

function open(runMsMax = 30_000): Shell {
  const shell = openShell(tmpdir(), { PATH, GREETING: "it's here" }, runMsMax);
  onTestFinished(shell.close);
  return shell;
}

test("what one command sets, the next one has", async () => {
  const { run } = open();
  expect(await run('name=a; tell() {\n  echo "$1 and $name"\n}')).toEqual({
    printed: "",
    said: "",
    exitCode: 0,
  });
  expect(await run("tell 'b'\\''s'")).toEqual({ printed: "b's and a\n", said: "", exitCode: 0 });
  expect(await run('printf %s "$GREETING"')).toEqual({ printed: "it's here", said: "", exitCode: 0 });
});

test("what is printed and what is said are told apart, with how the command ended", async () => {
  const { run } = open();
  expect(await run("echo out; echo aside >&2; false")).toEqual({
    printed: "out\n",
    said: "aside\n",
    exitCode: 1,
  });
});

test("a command that the shell can't read fails, and the next one runs", async () => {
  const { run } = open();
  expect(await run("echo $(")).toMatchObject({ printed: "", exitCode: expect.not.toBeOneOf([0]) });
  expect(await run("cat; echo next")).toMatchObject({ printed: "next\n", exitCode: 0 });
});

test("a command that ends the shell, or takes too long, is told", async () => {
  await expect(open().run("echo last; exit 3")).rejects.toThrow("The shell ended before the command did");
  await expect(open(100).run("sleep 60")).rejects.toThrow("The shell ended before the command did");
});

test("a text of any kind is one word", async () => {
  const word = "a 'b' \"$c\" `d` \\e\n*";
  expect((await open().run(`printf %s ${quote(word)}`)).printed).toBe(word);
});
