import type { RuntimePackage } from "./pinned-runtimes.ts";

/** What npm installs one package by: that version, those bytes, and nothing else. */
export function writeLock(
  { name, integrity }: RuntimePackage,
  version: string,
): Readonly<Record<"package.json" | "package-lock.json", string>> {
  const root = { name: "runtime", private: true, dependencies: { [name]: version } };
  const lock = {
    name: "runtime",
    lockfileVersion: 3,
    requires: true,
    packages: { "": root, [`node_modules/${name}`]: { version, integrity } },
  };
  return { "package.json": JSON.stringify(root), "package-lock.json": JSON.stringify(lock) };
}
