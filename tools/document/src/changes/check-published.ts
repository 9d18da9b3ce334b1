import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Fault } from "../fault.ts";
import { readDocument } from "../read-document.ts";
import { digestInterface } from "./digest-interface.ts";
import { readPublished } from "./read-published.ts";
import { versionOf } from "./version-of.ts";

/** Holds each frozen copy against the decision record that names its digest, so that none is changed silently. */
export async function checkPublished(root: string): Promise<Fault[]> {
  const folder = join(root, "openapi/published");
  const records = await readRecords(join(root, "docs/decisions"));
  const faults: Fault[] = [];
  for (const { path, name } of await readPublished(folder)) {
    const reading = await readDocument(path);
    if (reading.kind === "faulty") {
      faults.push(...reading.faults);
      continue;
    }
    const version = versionOf(reading.document);
    if (version !== name) {
      const message = `says info.version ${version}, but its name says ${name}; restore it from git`;
      faults.push({ path, ...reading.placeOf(["info", "version"]), message });
    }
    const digest = digestInterface(reading.document);
    if (!records.includes(digest)) {
      faults.push({ path, line: 1, column: 1, message: sayUnrecorded(relative(root, path), name, digest) });
    }
  }
  return faults;
}

function sayUnrecorded(path: string, name: string, digest: string): string {
  return `what is frozen as ${name} is in no decision record. If it was changed unawares, restore it: \`git restore ${path}\`. If it is newly released, or is mended on purpose, say why in a record in docs/decisions that names ${digest}`;
}

async function readRecords(folder: string): Promise<string> {
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return [];
    throw failure;
  });
  const texts = names
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFile(join(folder, name), "utf8"));
  return (await Promise.all(texts)).join("\n");
}
