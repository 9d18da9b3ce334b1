import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { noHostOfOneRegistry } from "./no-host-of-one-registry.ts";

/** Put together here, for this file is held to the rule as well. */
const host = ["https:", "", "registry.example.org"].join("/");
const setting = ["registry", "https://packages.example.org"].join("=");
const tarball = ["tarball", "https://packages.example.org/a.tgz"].join(": ");
const mend =
  "Leave the host out; for the lockfile, set `lockfileIncludeTarballUrl: false` and install again. [no-host-of-one-registry]";

test("The host of a registry is refused in a page, in the lockfile and as a setting", () => {
  const files = {
    ".npmrc": `fund=false\n${setting}\n`,
    "docs/a.md": `From ${host}/hono.`,
    "pnpm-lock.yaml": `packages:\n\n  resolution: {integrity: sha512-a, ${tarball} }\n`,
  };
  expect(findIn(noHostOfOneRegistry, files)).toEqual([
    `.npmrc:2: \`${setting}\` ties the repository to one registry. Mend: ${mend}`,
    `docs/a.md:1: \`${host}\` ties the repository to one registry. Mend: ${mend}`,
    `pnpm-lock.yaml:3: \`${tarball}\` ties the repository to one registry. Mend: ${mend}`,
  ]);
});

test("A rehearsal on loopback and a lockfile by integrity alone hold", () => {
  const files = {
    "tools/release/src/rehearse.ts":
      "const registry = 'http://127.0.0.1:4873';\nconst other = 'http://localhost:4873/registry';",
    "pnpm-lock.yaml": "resolution: {integrity: sha512-a}",
  };
  expect(findIn(noHostOfOneRegistry, files)).toEqual([]);
});

test("A package may have a registry in its name, and an address a path to one", () => {
  const files = { "docs/a.md": "See https://docs.example.org/registry and verdaccio-registry." };
  expect(findIn(noHostOfOneRegistry, files)).toEqual([]);
});
