import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plantChangeset } from "../rehearse/rehearse-release.ts";
import { findStrangers } from "../use/use-release.ts";
import { linkPackages } from "./link-packages.ts";
import { checkManifest } from "./pack-packages.ts";

const files = ["package.json", "README.md", "CHANGELOG.md", "LICENSE", "dist/index.js", "dist/index.d.ts"];
const manifest = {
  name: "@trading-oms/client",
  version: "1.0.25",
  dependencies: { "openapi-fetch": "0.17.0" },
};

test("accepts a package with its version, documents and build", () => {
  expect(
    checkManifest(
      manifest,
      [
        ...files,
        "dist/node/index.js",
        "dist/document.gen.d.ts",
        "dist/card.worker.js",
        "bin/conformance.js",
        "lexicons/places.txt",
      ],
      "1.0.25",
    ),
  ).toEqual([]);
});

test.each(["workspace:*", "catalog:", "link:../types", "file:../types"])(
  "a dependency that is still %s is a fault",
  (range) => {
    const faults = checkManifest(
      { ...manifest, dependencies: { "@trading-oms/types": range } },
      files,
      "1.0.25",
    );
    expect(faults).toEqual([
      `depends on @trading-oms/types as "${range}", which only the workspace can resolve`,
    ]);
  },
);

test.each([
  "dist/send.test.js",
  "dist/index.js.map",
  "dist/testing/draw.test-d.ts",
  "src/index.ts",
  "bin/conformance.ts",
  "dist/.tsbuildinfo",
  "tsconfig.json",
])("rejects a package that contains %s", (file) => {
  expect(checkManifest(manifest, [...files, file], "1.0.25")).toEqual([
    `carries ${file}, which no user needs`,
  ]);
});

test("accepts sources in the template of npm create, and in that of no other package", () => {
  const template = [
    "dist/template/package.json",
    "dist/template/gitignore",
    "dist/template/src/shell/app.test.ts",
  ];
  const create = { ...manifest, name: "@trading-oms/create" };
  expect(checkManifest(create, [...files, ...template], "1.0.25")).toEqual([]);
  expect(checkManifest(create, [...files, "src/main.ts"], "1.0.25")).toHaveLength(1);
  expect(checkManifest(manifest, [...files, ...template], "1.0.25")).toHaveLength(3);
});

test("rejects a package of another version or without its changelog", () => {
  const lacking = files.filter((file) => file !== "CHANGELOG.md");
  expect(checkManifest(manifest, lacking, "1.0.26")).toEqual([
    "has version 1.0.25 instead of 1.0.26",
    "lacks CHANGELOG.md",
  ]);
});

const locked = {
  "node_modules/@trading-oms/client": {
    dependencies: { "@trading-oms/types": "1.0.25", "openapi-fetch": "0.17.0" },
  },
  "node_modules/@trading-oms/types": {},
  "node_modules/openapi-fetch": { dependencies: { "openapi-typescript-helpers": "^0.1.0" } },
  "node_modules/openapi-typescript-helpers": {},
  "node_modules/typescript": {},
};
const ours = ["@trading-oms/client", "@trading-oms/types"];

test("accepts openapi-fetch and its helpers, and ignores dependencies of other packages", () => {
  expect(findStrangers(locked, ours)).toEqual([]);
});

test("reports an unknown dependency at any depth", () => {
  const planted = {
    ...locked,
    "node_modules/openapi-fetch": { dependencies: { planted: "1.0.0" } },
    "node_modules/planted": { dependencies: { deeper: "1.0.0" } },
  };
  expect(findStrangers(planted, ours)).toEqual(["planted", "deeper"]);
});

let repository: string;

async function plantRepository(): Promise<void> {
  repository = await mkdtemp(join(tmpdir(), "planted-"));
  onTestFinished(() => rm(repository, { recursive: true }));
  await mkdir(join(repository, ".changeset"));
  await writeFile(join(repository, ".changeset/README.md"), "Announcing a change.");
  for (const [room, isPrivate] of Object.entries({ client: false, "id-card": false, store: true })) {
    const folder = join(repository, "packages", room);
    await mkdir(folder, { recursive: true });
    const manifest = { name: `@trading-oms/${room}`, version: "1.0.0", private: isPrivate };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  }
}

async function announce(name: string, type: string): Promise<void> {
  await writeFile(join(repository, ".changeset/waiting.md"), `---\n"${name}": ${type}\n---\n\nA change.\n`);
}

test("adds a changeset for every published package without one, and none for private packages", async () => {
  await plantRepository();
  await announce("@trading-oms/id-card", "minor");
  expect(await plantChangeset(repository)).toEqual(["@trading-oms/client"]);
  const planted = await readFile(join(repository, ".changeset/rehearsal.md"), "utf8");
  expect(planted).toBe('---\n"@trading-oms/client": patch\n---\n\nA rehearsal: nothing changes for you.\n');
});

test("ignores a changeset without a release", async () => {
  await plantRepository();
  await announce("@trading-oms/id-card", "none");
  expect(await plantChangeset(repository)).toEqual(["@trading-oms/client", "@trading-oms/id-card"]);
});

test("links every published package to the repository that the root package.json names", async () => {
  for (const { path, text } of await linkPackages(resolve(import.meta.dirname, "../../../.."))) {
    expect(await readFile(path, "utf8"), "run `pnpm version-packages`").toBe(text);
  }
});
