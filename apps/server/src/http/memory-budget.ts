import { widenNetwork } from "./rate-limits.ts";

/** The memory that one request has reserved. */
export type MemoryReservation = {
  /** Reserves bytes; returns false if they are not available, or the reservation was ended. */
  readonly take: (byteCount: number) => boolean;
  /** Releases everything that was reserved. */
  readonly release: () => void;
  /**
   * From now on the reservation may be ended in favour of another sender: it is released, and `end` has to stop what
   * uses the memory. `undefined` revokes this.
   */
  readonly endBy: (end: (() => void) | undefined) => void;
};

/** The limits of a memory budget. */
export type MemoryBounds = {
  readonly bytesMax: number;
  /** The share of one sender, such as a network address. */
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
  readonly release: () => void;
  end: (() => void) | undefined;
};

/**
 * Creates a memory budget shared by all requests in progress; each request calls it once. Where memory is short, the
 * sender that holds the most makes room for one that will hold less, and a slow request for a newer one. So neither a
 * few large requests nor many slow ones keep others out. Without a clock none makes room: on Workers a request must not
 * touch the streams of another.
 */
export function makeMemoryBudget(
  { bytesMax, senderBytesMax = bytesMax, networkBytesMax = bytesMax }: MemoryBounds,
  nowMs?: () => number,
): (sender?: string) => MemoryReservation {
  const heldBytes = new Map<string, number>();
  const heldBy = (name: string): number => heldBytes.get(name) ?? 0;
  /** In the order of their beginning. */
  const holders = new Set<Holder>();

  /** The request that makes room in a group for another one that will hold `byteCount` bytes. */
  function findYielding(group: string, { sender }: Holder, byteCount: number): Holder | undefined {
    if (nowMs === undefined) return undefined;
    const others = [...holders].filter(
      (other) =>
        other.end !== undefined && other.sender !== sender && other.groups.some(({ name }) => name === group),
    );
    const [largest] = others.toSorted((one, other) => heldBy(other.sender) - heldBy(one.sender));
    if (largest !== undefined && heldBy(largest.sender) > heldBy(sender) + byteCount) return largest;
    const [oldest] = others;
    return oldest !== undefined && nowMs() - oldest.beganMs > slowMs ? oldest : undefined;
  }

  return (sender = "") => {
    let ownBytes = 0;
    let isEnded = false;
    const groups = [
      { name: sender, bytesMax: senderBytesMax },
      ...widenNetwork(sender).map(({ name }) => ({ name, bytesMax: networkBytesMax })),
      { name: "all", bytesMax },
    ];
    const add = (byteCount: number): void => {
      ownBytes += byteCount;
      for (const { name } of groups) {
        const bytes = heldBy(name) + byteCount;
        if (bytes > 0) heldBytes.set(name, bytes);
        else heldBytes.delete(name);
      }
    };
    const release = (): void => {
      add(-ownBytes);
      holders.delete(holder);
    };
    const holder: Holder = { sender, groups, beganMs: nowMs?.() ?? 0, release, end: undefined };
    const makeRoom = (byteCount: number): boolean => {
      for (const { name, bytesMax: groupBytesMax } of groups) {
        while (heldBy(name) + byteCount > groupBytesMax) {
          const yielding = findYielding(name, holder, byteCount);
          if (yielding === undefined) return false;
          yielding.release();
          yielding.end?.();
        }
      }
      return true;
    };
    return {
      take: (byteCount) => {
        if (isEnded || !makeRoom(byteCount)) return false;
        holders.add(holder);
        add(byteCount);
        return true;
      },
      release,
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
