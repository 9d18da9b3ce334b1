/** The built program in a folder of its own, and the template that it copies. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const program = resolve(import.meta.dirname, "../dist/main.js");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "create-"));
  onTestFinished(() => rm(folder, { recursive: true }));
});

function create(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const readManifest = async (path: string) => JSON.parse(await readFile(join(folder, path), "utf8"));

describe("npm create", () => {
  it("makes an app in a new folder, which names the package", async () => {
    const { status, stdout } = create("my-app");
    expect(status).toBe(0);
    expect(stdout).toContain("cd my-app\n  npm install\n  npm run dev");
    expect((await readManifest("my-app/package.json")).name).toBe("my-app");
    expect(await readFile(join(folder, "my-app/.gitignore"), "utf8")).toContain("node_modules/");
  });

  it("makes a trading-app where no folder is named", async () => {
    expect(create().status).toBe(0);
    expect((await readManifest("trading-app/package.json")).name).toBe("trading-app");
  });

  it("makes the app in this folder if that is empty but for .git", async () => {
    await mkdir(join(folder, "here/.git"), { recursive: true });
    folder = join(folder, "here");
    expect(create(".").stdout).not.toContain("cd ");
    expect((await readManifest("package.json")).name).toBe("here");
    folder = dirname(folder);
  });

  it("refuses a folder that is not empty, and leaves it as it is", async () => {
    await mkdir(join(folder, "full"));
    await writeFile(join(folder, "full/notes.txt"), "mine");
    const { status, stderr } = create("full");
    expect(status).toBe(1);
    expect(stderr).toBe("full is not empty: it has notes.txt. Name a new folder, or empty this one first.\n");
    expect(await readdir(join(folder, "full"))).toEqual(["notes.txt"]);
  });

  it("refuses a file where the folder would be", async () => {
    await writeFile(join(folder, "taken"), "");
    expect(create("taken")).toMatchObject({ status: 1, stderr: "taken is a file. Name a new folder.\n" });
    expect(create("taken/app")).toMatchObject({ status: 1 });
  });

  it.each([
    ["My-App", "it has capital letters. Name the folder my-app, for one."],
    [
      "an app",
      "it has more than letters from a to z, digits, hyphens, dots and underscores. Name the folder an-app",
    ],
    [
      "äpp",
      "it has more than letters from a to z, digits, hyphens, dots and underscores. Name the folder pp,",
    ],
    ["_app", "it begins with a dot, an underscore or a hyphen. Name the folder app,"],
    [".app", "it begins with a dot, an underscore or a hyphen. Name the folder app,"],
    ["node_modules", "npm or Node has it already. Name the folder trading-app,"],
    ["favicon.ico", "npm or Node has it already. Name the folder trading-app,"],
    ["fs", "npm or Node has it already. Name the folder trading-app,"],
    ["http", "npm or Node has it already. Name the folder trading-app,"],
    ["a".repeat(215), `it has more than 214 characters. Name the folder ${"a".repeat(214)},`],
  ])("refuses %s as the name of a package, says what fits, and makes nothing", async (name, message) => {
    const { status, stderr } = create(name);
    expect(status).toBe(1);
    expect(stderr).toContain(`"${name}" cannot be the name of a package: ${message}`);
    expect(await readdir(folder)).toEqual([]);
  });

  it("shows its usage, and says what is wrong with other words", () => {
    expect(create("--help")).toMatchObject({ status: 0, stderr: "" });
    expect(create("--help").stdout).toContain("npm create @trading-oms@latest [FOLDER]");
    expect(create("--template")).toMatchObject({ status: 2, stdout: "" });
    expect(create("one", "two")).toMatchObject({ status: 2, stdout: "" });
    expect(create("one", "two").stderr).toContain("Name one folder, and not also two.");
  });
});

describe("the template", () => {
  const template = resolve(import.meta.dirname, "../dist/template");

  it("has versions that anybody can install", async () => {
    const { dependencies, devDependencies, scripts } = JSON.parse(
      await readFile(join(template, "package.json"), "utf8"),
    );
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining(["@trading-oms/client", "@trading-oms/types", "react"]),
    );
    expect(Object.keys(devDependencies)).toEqual(
      expect.arrayContaining(["@trading-oms/mock", "vitest", "typescript"]),
    );
    expect(Object.values(scripts).join(" ")).not.toContain("..");
  });

  it("has the tests of the example, and nothing outside of itself", async () => {
    const files = (await readdir(template, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    expect(paths).toContain(join(template, "src/shell/app.test.ts"));
    expect(paths).not.toContain(join(template, "src/in-frame.tsx"));
    for (const path of paths) {
      const text = await readFile(path, "utf8");
      expect(text, path).not.toMatch(/catalog:|workspace:/);
      for (const [, relative = ""] of text.matchAll(/"(\.{1,2}\/[^"]*)"/g))
        expect(resolve(dirname(path), relative).startsWith(template), `${path}: ${relative}`).toBe(true);
    }
  });
});
