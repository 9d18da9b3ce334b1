import { readNatsServers } from "@trading-oms/feed";
import type { Settings } from "./settings.ts";

/** Names the settings that reach another host over a connection that is neither encrypted nor authenticated. */
export function listUnguarded({
  feed,
  databaseUrl,
  readUrl,
}: Pick<Settings, "feed" | "databaseUrl" | "readUrl">): readonly string[] {
  const names: string[] = [];
  if (feed.kind === "nats" && isNatsUnguarded(feed.servers)) names.push("FEED");
  if (databaseUrl !== undefined && isDatabaseUnguarded(databaseUrl)) names.push("DATABASE_URL");
  if (readUrl !== undefined && isDatabaseUnguarded(readUrl)) names.push("DATABASE_READ_URL");
  return names;
}

function isNatsUnguarded(addresses: readonly string[]): boolean {
  const read = readNatsServers(addresses.join(","));
  if (read === undefined || read.isEncrypted || read.user !== undefined) return false;
  return read.servers.some((server) => !isThisMachine(server.replace(/:\d+$/, "")));
}

/** Reads an address as the driver does: parameters go before what stands in the address. */
function isDatabaseUnguarded(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const { searchParams } = url;
  const sslMode = searchParams.get("sslmode");
  const isEncrypted =
    sslMode === null
      ? /^(true|1)$/.test(searchParams.get("ssl") ?? "") || searchParams.has("sslrootcert")
      : sslMode !== "disable";
  if (isEncrypted || (searchParams.get("password") ?? url.password) !== "") return false;
  return !isThisMachine(decodeURIComponent(searchParams.get("host") ?? url.hostname));
}

/** Loopback, or a socket, which is a path; the driver takes no host for this machine. */
function isThisMachine(host: string): boolean {
  return /^(|\/.*|localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}
