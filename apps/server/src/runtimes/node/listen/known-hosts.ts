/** Which values of `Host` reach a demonstration, whose keys are on this machine and whose page signs tokens. */

import { isIP } from "node:net";
import type { Settings } from "../settings/settings.ts";

/** Whether a `Host` names this server, at any port. */
export type IsKnownHost = (host: string) => boolean;

/**
 * Knows `localhost`, the name that the server listens at, and every address, such as that of this machine in an emulator. A page of the
 * internet whose name was rebound to a loopback address sends that name.
 */
export function knowHosts(listenedAt: string): IsKnownHost {
  const known = new Set(["localhost", listenedAt.toLowerCase()]);
  return (given) => {
    const host = given.toLowerCase().replace(/:\d*$/, "");
    const isIpv6 = host.startsWith("[") && isIP(host.slice(1, -1)) === 6;
    return isIpv6 || isIP(host) === 4 || known.has(host);
  };
}

/** The hosts that a demonstration answers to; undefined for a server with keys of its operator, which answers to any. */
export function chooseHosts({
  keysFrom,
  host,
}: Pick<Settings, "keysFrom" | "host">): IsKnownHost | undefined {
  return keysFrom.kind === "own" ? knowHosts(host) : undefined;
}
