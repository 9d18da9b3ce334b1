import { expect } from "vitest";
import { streamOf } from "../../testing/plan-world.ts";
import { worldTest as test } from "../../testing/world-test.ts";

test("lists the days in order, each once, and replaces earlier ones", async ({ world }) => {
  await world.oms("holidays set 2025-01-01");
  expect(await world.oms("holidays set 2025-09-02 2025-04-30 2025-09-02")).toEqual({
    exitCode: 0,
    stdout: "The list of holidays contains 2 days now, from 2025-04-30 to 2025-09-02.\n",
    stderr: "",
  });
  expect(await world.oms("holidays list")).toEqual({
    exitCode: 0,
    stdout: "2025-04-30\n2025-09-02\n",
    stderr: "",
  });
  expect(await world.json("holidays list")).toEqual(["2025-04-30", "2025-09-02"]);
});

test("reads days from a file with comments, empty lines and any line ends", async ({ world }) => {
  const text =
    "\uFEFF# 2025\r\n2025-04-30  # Reunification\r\n\r\n 2025-05-01 \r\n#2025-05-02\r\n2025-09-02\r\n ";
  const file = await world.write("days.txt", text);
  expect(await world.json(`holidays set --file ${file}`)).toEqual(["2025-04-30", "2025-05-01", "2025-09-02"]);
});

test("refuses a file whose last line may have been cut", async ({ world }) => {
  const file = await world.write("days.txt", "2025-04-30\n2025-09-02");
  expect((await world.oms(`holidays set --file ${file}`)).stderr).toContain(
    "days.txt:2: the last line has no line end, so the file may have been cut: complete it, and end it with a line break.",
  );
  expect(await world.json("holidays list")).toEqual([]);
});

test("sets the output of the list again through a pipe", async ({ world }) => {
  await world.oms("holidays set 2025-04-30 2025-05-01");
  const { stdout } = await world.oms("holidays list");
  await world.oms("holidays set 2025-01-01");
  await world.oms("holidays set --file -", { stdin: streamOf(stdout) });
  expect(await world.json("holidays list")).toEqual(["2025-04-30", "2025-05-01"]);
});

test("empties the list only with --none", async ({ world }) => {
  await world.oms("holidays set 2025-09-02");
  const file = await world.write("days.txt", "# none yet\n");
  expect(await world.oms(`holidays set --file ${file}`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `${file} lists no day; nothing was changed. For an empty list, write --none.\n`,
  });
  expect(await world.json("holidays list")).toEqual(["2025-09-02"]);
  expect((await world.oms("holidays set --none")).stdout).toBe("The list of holidays is empty now.\n");
  expect(await world.oms("holidays list")).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "There are no holidays.\n",
  });
  expect(await world.json("holidays list")).toEqual([]);
});

test.for(["2025-02-29", "2025-9-2", "02/09/2025", "tomorrow"])(
  "refuses %s and keeps the earlier list",
  async (date, { world }) => {
    await world.oms("holidays set 2025-01-01");
    expect(await world.oms(`holidays set 2025-09-02 ${date}`)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `${date} is not a day such as 2025-09-02.\n`,
    });
    expect(await world.json("holidays list")).toEqual(["2025-01-01"]);
  },
);

test("does not quote a file that begins with no day", async ({ world }) => {
  const file = await world.write("days.txt", "root:x:secret\n2025-01-01\n");
  expect((await world.oms(`holidays set --file ${file}`)).stderr).toContain(
    `${file}:1: the line is not a day such as 2025-09-02.`,
  );
});

test("reports the first twenty invalid lines of a file", async ({ world }) => {
  const file = await world.write("days.txt", `2025-01-01\n# remark\n2025-02-29\n${"x\n".repeat(30)}`);
  const { exitCode, stdout, stderr } = await world.oms(`holidays set --file ${file}`);
  const lines = stderr.trimEnd().split("\n");
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(lines[0]).toBe(`${file}:3: "2025-02-29" is not a day such as 2025-09-02.`);
  expect(lines[1]).toBe(`${file}:4: "x" is not a day such as 2025-09-02.`);
  expect(lines.slice(20)).toEqual([
    `${file} has 31 faults, of which the first 20 are shown; nothing was changed.`,
  ]);
  expect(await world.json("holidays list")).toEqual([]);
});

test("refuses a file that is missing or not text", async ({ world }) => {
  const absent = world.pathOf("absent.txt");
  expect(await world.oms(`holidays set --file ${absent}`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `${absent} can't be used: there is no such file or folder.\n`,
  });
  const file = await world.write("days.txt", Buffer.from("2025-01-01\n", "utf16le"));
  expect((await world.oms(`holidays set --file ${file}`)).stderr).toContain(
    `${file}:1: the file is UTF-16: save it as UTF-8.\n`,
  );
});
