import type { MemoryReservation } from "../services.ts";
import { widenNetwork } from "./rate-limits.ts";

export type MemoryBounds = {
  readonly bytesMax: number;
  readonly senderBytesMax?: number;
  /** The share of each wider network of IPv6. */
  readonly networkBytesMax?: number;
};

/** What has been held for longer than this counts as slow. */
const slowMs = 5_000;

type Holder = {
  readonly sender: string;
  readonly groups: readonly { readonly name: string; readonly bytesMax: number }[];
  readonly beganMs: number;
  bytes: number;
  end: (() => void) | undefined;
};

/**
 * Creates a memory budget shared by all requests in progress; each request calls it once. Where memory is short, the
 * sender that holds the most makes room for one that will hold less, and a slow request for one of a sender that will
 * hold as much. So neither a few large requests nor many slow ones keep smaller ones out. Without a clock none makes
 * room: on Workers a request must not touch the streams of another.
 */
export function makeMemoryBudget(
  { bytesMax, senderBytesMax = bytesMax, networkBytesMax = bytesMax }: MemoryBounds,
  nowMs?: () => number,
): (sender?: string) => MemoryReservation {
  const heldBytes = new Map<string, number>();
  const heldBy = (name: string): number => heldBytes.get(name) ?? 0;
  /** In the order of their beginning. */
  const holders = new Set<Holder>();
  const add = (holder: Holder, byteCount: number): void => {
    holder.bytes += byteCount;
    for (const { name } of holder.groups) {
      const bytes = heldBy(name) + byteCount;
      if (bytes > 0) heldBytes.set(name, bytes);
      else heldBytes.delete(name);
    }
  };
  const release = (holder: Holder): void => {
    add(holder, -holder.bytes);
    holders.delete(holder);
  };

  /** The requests that have to end for `byteCount` more bytes of another; undefined if not enough of them may. */
  function findYielding(
    { sender, groups }: Holder,
    byteCount: number,
    usualBytes: number,
  ): readonly Holder[] | undefined {
    const yielding: Holder[] = [];
    /** What a group holds without those that yield. */
    const restOf = (group: string): number =>
      yielding
        .filter((each) => each.groups.some(({ name }) => name === group))
        .reduce((bytes, each) => bytes - each.bytes, heldBy(group));
    const findNext = (group: string): Holder | undefined => {
      if (nowMs === undefined) return undefined;
      const others = [...holders].filter(
        (other) =>
          other.end !== undefined &&
          other.sender !== sender &&
          !yielding.includes(other) &&
          other.groups.some(({ name }) => name === group),
      );
      const [largest] = others.toSorted((one, other) => restOf(other.sender) - restOf(one.sender));
      if (largest !== undefined && restOf(largest.sender) > restOf(sender) + byteCount) return largest;
      const oldest = others.find((other) => restOf(other.sender) >= restOf(sender) + usualBytes);
      return oldest !== undefined && nowMs() - oldest.beganMs > slowMs ? oldest : undefined;
    };
    for (const { name, bytesMax: groupBytesMax } of groups) {
      while (restOf(name) + byteCount > groupBytesMax) {
        const next = findNext(name);
        if (next === undefined) return undefined;
        yielding.push(next);
      }
    }
    return yielding;
  }

  return (sender = "") => {
    let isEnded = false;
    const groups = [
      { name: sender, bytesMax: senderBytesMax },
      ...widenNetwork(sender).map(({ name }) => ({ name, bytesMax: networkBytesMax })),
      { name: "all", bytesMax },
    ];
    const holder: Holder = { sender, groups, beganMs: nowMs?.() ?? 0, bytes: 0, end: undefined };
    return {
      take: (byteCount, usualBytes = byteCount) => {
        const yielding = isEnded ? undefined : findYielding(holder, byteCount, usualBytes);
        if (yielding === undefined) return false;
        for (const each of yielding) {
          release(each);
          each.end?.();
        }
        holders.add(holder);
        add(holder, byteCount);
        return true;
      },
      release: () => release(holder),
      endBy: (end) => {
        holder.end =
          end &&
          (() => {
            isEnded = true;
            end();
          });
      },
    };
  };
}
