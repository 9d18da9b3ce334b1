import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** Debian installs servers in folders that are not on most users' PATH. */
const places = ["/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** Finds a program: the one named by its variable, or else the one on PATH. Throws with how to install it. */
export function findProgram(
  name: string,
  variable: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const { [variable]: named = "", PATH = "" } = environment;
  if (named !== "") {
    if (existsSync(named)) return named;
    throw new Error(`${variable} is ${named}, where there is no program.`);
  }
  const folders = [...PATH.split(":").filter((folder) => folder !== ""), ...places];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `There is no ${name}. Install it (Debian: apt-get install ${name}), or name it by ${variable}.`,
  );
}

export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}

/** Finds a number of different free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port);
  for (const server of servers) server.close();
  return ports;
}
