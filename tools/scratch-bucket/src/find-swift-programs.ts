import { existsSync } from "node:fs";
import { join } from "node:path";

/** What Swift is made of, and the one that writes where its parts are. */
export const swiftParts = ["account", "container", "object"] as const;

const wanted = [
  "swift-ring-builder",
  "swift-proxy-server",
  ...swiftParts.map((part) => `swift-${part}-server`),
];

/** Finds the folder that has all programs of Swift, or says how to have them. */
export function findSwiftPrograms({ PATH = "" }: Readonly<Record<string, string | undefined>>): string {
  const found = PATH.split(":").find((folder) => wanted.every((name) => existsSync(join(folder, name))));
  if (found !== undefined) return found;
  throw new Error(
    "There is no Swift. Install it (Debian: apt-get install swift-proxy swift-account swift-container swift-object).",
  );
}
