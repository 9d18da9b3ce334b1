import type { Allowance } from "../services.ts";

/** A wider group that a request also counts against; its limit is `limitCount` times the limit. */
export type WiderGroup = { readonly name: string; readonly limitCount: number };

/** The number of counters per generation; at twice as many, the least recently used are dropped. */
const countedMax = 50_000;

const windowMs = 60_000;

/**
 * Counts requests by minutes that start at the same time for all keys, so that ending one is one dropped map; undefined
 * without a limit. A request is allowed if its key and all wider groups have allowance left, and only then counts
 * against them: a caller above its own limit does not use up its neighbours' allowance.
 */
export function limitMinute(
  limit: number | undefined,
  now: () => number,
  widen: (who: string) => readonly WiderGroup[] = () => [],
) {
  if (limit === undefined) return undefined;
  let windowEndMs = 0;
  let counts = new Map<string, number>();
  // Two generations: in one map, finding the oldest entry after many deletions takes V8 0.1 ms.
  let older = new Map<string, number>();
  const countOf = (name: string) => counts.get(name) ?? older.get(name) ?? 0;
  const setCount = (name: string, count: number) => {
    if (counts.size >= countedMax && !counts.has(name)) {
      older = counts;
      counts = new Map();
    }
    counts.set(name, count);
  };
  return {
    take: (who: string): Allowance => {
      const nowMs = now();
      if (nowMs >= windowEndMs || nowMs < windowEndMs - windowMs) {
        windowEndMs = nowMs - (nowMs % windowMs) + windowMs;
        counts = new Map();
        older = new Map();
      }
      const groups = [{ name: who, limitCount: 1 }, ...widen(who)];
      const left = Math.min(...groups.map(({ name, limitCount }) => limit * limitCount - countOf(name)));
      const isAllowed = left > 0;
      for (const { name } of groups) {
        const count = countOf(name);
        // A rejected request keeps an existing counter alive but never creates one.
        if (isAllowed || count > 0) setCount(name, count + (isAllowed ? 1 : 0));
      }
      return {
        isAllowed,
        limit,
        remaining: isAllowed ? left - 1 : 0,
        windowS: windowMs / 1000,
        resetS: Math.max(1, Math.ceil((windowEndMs - nowMs) / 1000)),
      };
    },
  };
}

/**
 * The key for a network address. IPv6 addresses are grouped by /64, because a household gets a /64 and may use every
 * address in it; an IPv4-mapped address equals its IPv4 address.
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
    // An IPv4 address at the end counts as two groups.
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
 * The wider networks of a /64. A household may get a /56, which holds 256 such networks, a company a /48, and a provider
 * a /32; these have the allowance of 4, 16 and 256 networks.
 */
export function widenNetwork(network: string): readonly WiderGroup[] {
  if (!network.endsWith("::/64")) return [];
  const [first, second, third, fourth = ""] = network.split(":");
  // The upper half of the fourth group.
  const household = (Number.parseInt(fourth, 16) & 0xff_00).toString(16);
  return [
    { name: `${first}:${second}:${third}:${household}::/56`, limitCount: 4 },
    { name: `${first}:${second}:${third}::/48`, limitCount: 16 },
    { name: `${first}:${second}::/32`, limitCount: 256 },
  ];
}
