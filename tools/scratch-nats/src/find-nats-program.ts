import { existsSync } from "node:fs";
import { join } from "node:path";

/** Debian puts it where the paths of most users do not lead. */
const places = ["/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** Finds the program of a server of NATS, or says how to have one. */
export function findNatsProgram(environment: Readonly<Record<string, string | undefined>>): string {
  const { NATS_SERVER_PATH = "", PATH = "" } = environment;
  if (NATS_SERVER_PATH !== "") {
    if (existsSync(NATS_SERVER_PATH)) return NATS_SERVER_PATH;
    throw new Error(`NATS_SERVER_PATH is ${NATS_SERVER_PATH}, where there is no program.`);
  }
  const folders = [...PATH.split(":").filter((folder) => folder !== ""), ...places];
  const found = folders.map((folder) => join(folder, "nats-server")).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    "There is no nats-server. Install it (Debian: apt-get install nats-server), or name it by NATS_SERVER_PATH.",
  );
}
