import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Fault } from "../fault.ts";
import { parseYaml } from "../parse-yaml.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";

/** Holds the settings of the changesets to the packages that there are, given the names of the group's. */
export async function checkSettings(root: string, names: readonly string[]): Promise<Fault[]> {
  const path = join(root, ".changeset/config.json");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined)
    return [{ path, line: 1, column: 1, message: "cannot be read; restore it from git" }];
  const parsed = parseYaml(path, text);
  if ("faults" in parsed) return [...parsed.faults];
  const settings = isFields(parsed.value) ? parsed.value : {};
  const complain = (pointer: Pointer, message: string): Fault => ({
    path,
    ...parsed.placeOf(pointer),
    message,
  });
  return [
    ...checkGroup(settings, names).map((message) => complain(["fixed"], message)),
    ...checkPrivate(settings).map((message) => complain(["privatePackages"], message)),
    ...(await checkTools(settings, root)).map((message) => complain(["ignore"], message)),
  ];
}

/** Changesets complains of a name that no package has, so a package joins the group only once it exists. */
function checkGroup(settings: Fields, names: readonly string[]): string[] {
  const isNamed = listOf(settings["fixed"]).some((group) =>
    names.every((name) => listOf(group).includes(name)),
  );
  if (isNamed) return [];
  return [`the packages ${names.join(", ")} carry one version; name all of them in one group of "fixed"`];
}

/** The contract is private, and would stay behind the types. */
function checkPrivate(settings: Fields): string[] {
  const { privatePackages } = settings;
  if (isFields(privatePackages) && privatePackages["version"] === true) return [];
  return [
    `a private package of the group would not move with it; set "privatePackages" to { "version": true, "tag": false }`,
  ];
}

/** A tool gets a version and a changelog whenever a package beneath it moves, unless it is ignored. */
async function checkTools(settings: Fields, root: string): Promise<string[]> {
  const tools = await readdir(join(root, "tools")).catch(() => []);
  return tools
    .map((tool) => `@trading-oms/${tool}`)
    .filter((name) => !listOf(settings["ignore"]).includes(name))
    .map((name) => `${name} is a tool and is never released; add it to "ignore"`);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
