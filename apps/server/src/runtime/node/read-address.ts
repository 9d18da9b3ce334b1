import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { nameNetwork } from "../name-network.ts";

/** What comes along with a request on this runtime. */
export type Surroundings = { readonly incoming: Pick<IncomingMessage, "headers" | "socket"> };

/**
 * The network that a request comes from. Each trusted proxy adds the address of whoever came to it at the end of
 * X-Forwarded-For; what stands before those was written by the caller, who may write anything.
 */
export function readAddress(
  { incoming: { headers, socket } }: Surroundings,
  trustedProxyCount: number,
): string {
  const peer = socket.remoteAddress ?? "";
  if (trustedProxyCount === 0) return nameNetwork(peer);
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  return nameNetwork(readForwarded(forwarded.at(-trustedProxyCount) ?? forwarded[0] ?? "") ?? peer);
}

/** Some proxies write the port as well, and brackets around IPv6. */
function readForwarded(text: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text.trim()) ?? [];
  const address = bracketed ?? plain ?? text.trim();
  return isIP(address) === 0 ? undefined : address;
}
