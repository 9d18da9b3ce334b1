/** What is left to somebody in the present window. */
export type Allowance = {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly windowS: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetS: number;
};

/** Counts what somebody asks for. */
export type RateLimiter = { readonly take: (who: string) => Allowance };

/** Counts together with others, who have to be asked. */
export type SharedRateLimiter = { readonly take: (who: string) => Promise<Allowance> };

/** A wider group that a request also counts against, and how many times the limit it has. */
export type WiderGroup = { readonly name: string; readonly limitCount: number };

/** At twice as many, counts that were not used lately are forgotten. */
const countedMax = 50_000;

/**
 * Counts requests in windows that begin together for all, so that a window's end is one dropped map. A request is
 * allowed where its caller and every wider group of its have allowance left, and only then counts against them: a caller
 * beyond its own limit uses up nothing of its neighbours'.
 */
export function createRateLimiter({
  limit,
  windowMs,
  now,
  widen = () => [],
}: {
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
  readonly widen?: ((who: string) => readonly WiderGroup[]) | undefined;
}): RateLimiter {
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
    take: (who) => {
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
        // A refusal keeps a count from being forgotten, and makes none for a caller that has none yet.
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

/** Counts requests a minute, where a limit is set at all. */
export function limitMinute(
  limit: number | undefined,
  now: () => number,
  widen?: (who: string) => readonly WiderGroup[],
): RateLimiter | undefined {
  return limit === undefined ? undefined : createRateLimiter({ limit, windowMs: 60_000, now, widen });
}

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
