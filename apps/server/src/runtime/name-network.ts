import type { WiderGroup } from "../create-rate-limiter.ts";

/**
 * The name under which a network address is counted. Of IPv6 that is the network of 64 bits, since every household is
 * given one and may use each address in it; IPv4 is one thing however it is written.
 */
export function nameNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [plain = ""] = address.toLowerCase().split("%");
  const [, mapped] = /^(?:0{0,4}:){2,5}ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain) ?? [];
  if (mapped !== undefined) return mapped;
  const [before = "", after] = plain.split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const rest = after === "" ? [] : after.split(":");
    // An IPv4 address at the end stands for two groups.
    const width = rest.length + (after.includes(".") ? 1 : 0);
    while (groups.length + width < 8) groups.push("0");
    groups.push(...rest);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/**
 * The wider networks of a network of 64 bits. One customer may be given 48 bits, which hold 65,536 networks, and one
 * provider 32: so these have the allowance of 16 and of 256 of their networks.
 */
export function widenNetwork(network: string): readonly WiderGroup[] {
  if (!network.endsWith("::/64")) return [];
  const [first, second, third] = network.split(":");
  return [
    { name: `${first}:${second}:${third}::/48`, limitCount: 16 },
    { name: `${first}:${second}::/32`, limitCount: 256 },
  ];
}
