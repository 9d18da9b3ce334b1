import { expect, test } from "vitest";
import { judgeManifest } from "./judge-manifest.ts";

const files = ["package.json", "README.md", "CHANGELOG.md", "LICENSE", "dist/index.js", "dist/index.d.ts"];
const manifest = {
  name: "@trading-oms/client",
  version: "1.0.25",
  dependencies: { "openapi-fetch": "0.17.0" },
};

test("a package with its version, its papers and its build has no fault", () => {
  expect(
    judgeManifest(
      manifest,
      [...files, "dist/node/index.js", "dist/document.gen.d.ts", "dist/card.worker.js", "bin/conformance.js"],
      "1.0.25",
    ),
  ).toEqual([]);
});

test.each(["workspace:*", "catalog:", "link:../types", "file:../types"])(
  "a dependency that is still %s is a fault",
  (range) => {
    const faults = judgeManifest(
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
])("a package that carries %s is at fault", (file) => {
  expect(judgeManifest(manifest, [...files, file], "1.0.25")).toEqual([
    `carries ${file}, which no user needs`,
  ]);
});

test("a package of another version or without its changelog is at fault", () => {
  const lacking = files.filter((file) => file !== "CHANGELOG.md");
  expect(judgeManifest(manifest, lacking, "1.0.26")).toEqual([
    "has version 1.0.25 instead of 1.0.26",
    "lacks CHANGELOG.md",
  ]);
});
