import { describe, expect, test } from "vitest";
import { type MemoryBounds, makeMemoryBudget } from "./memory-budget.ts";

function plan(bounds: MemoryBounds) {
  const clock = { nowMs: 0 };
  const reserve = makeMemoryBudget(bounds, () => clock.nowMs);
  /** Reserves memory that may be taken away again; `ended` lists who lost it. */
  const ended: string[] = [];
  const hold = (sender: string, byteCount: number) => {
    const memory = reserve(sender);
    const isHeld = memory.take(byteCount);
    memory.endBy(() => void ended.push(sender));
    return { ...memory, isHeld };
  };
  return { clock, reserve, hold, ended };
}

test("limits one sender to its share of the memory; others get the rest", () => {
  const { reserve } = plan({ bytesMax: 100, senderBytesMax: 40 });
  const [first, second, other] = [reserve("192.0.2.1"), reserve("192.0.2.1"), reserve("192.0.2.2")];
  expect([first.take(30), second.take(20), second.take(10), other.take(40)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  first.release();
  expect([
    second.take(30),
    second.take(1),
    reserve("192.0.2.3").take(20),
    reserve("192.0.2.4").take(1),
  ]).toEqual([true, false, true, false]);
});

test("limits the addresses of a wider network together", () => {
  const { reserve } = plan({ bytesMax: 100, networkBytesMax: 50 });
  const addresses = ["2001:db8:1:1::/64", "2001:db8:1:200::/64", "2001:db8:2:1::/64"];
  expect(addresses.map((address) => reserve(address).take(20))).toEqual([true, true, false]);
  expect(reserve("2a00:1:2:3::/64").take(50)).toBe(true);
});

describe("where memory is short", () => {
  test("the sender that holds the most makes room for one that will hold less", () => {
    const { hold, ended } = plan({ bytesMax: 100 });
    for (const [sender, byteCount] of [
      ["a", 30],
      ["b", 25],
      ["b", 15],
      ["c", 30],
    ] as const)
      hold(sender, byteCount);
    expect([hold("d", 20).isHeld, ended]).toEqual([true, ["b"]]);
    expect([hold("e", 20).isHeld, ended]).toEqual([true, ["b", "a"]]);
  });

  test("no sender makes room for one that will hold as much, nor for its own next request", () => {
    const { hold, ended } = plan({ bytesMax: 100, senderBytesMax: 60 });
    expect([hold("a", 50).isHeld, hold("b", 50).isHeld]).toEqual([true, true]);
    expect([hold("c", 50).isHeld, hold("a", 20).isHeld, ended]).toEqual([false, false, []]);
  });

  test("a request of more than five seconds makes room for another sender's, the oldest first", () => {
    const { clock, hold, ended } = plan({ bytesMax: 100 });
    hold("a", 50);
    clock.nowMs = 1;
    hold("b", 50);
    clock.nowMs = 5_000;
    expect(hold("c", 50).isHeld).toBe(false);
    clock.nowMs = 5_001;
    expect([hold("c", 50).isHeld, ended]).toEqual([true, ["a"]]);
  });

  test("the largest sender never displaces a smaller one, however slow that is", () => {
    const { clock, hold, ended } = plan({ bytesMax: 200_000_000, senderBytesMax: 40_000_000 });
    for (const phone of ["a", "b", "c", "d", "e"]) hold(phone, 300_000);
    const large = [1, 2, 3, 4, 5, 6].map((count) => hold(`192.0.2.${count}`, 33_000_000));
    clock.nowMs = 6_000;
    expect([large[0]?.take(2_000_000), ended]).toEqual([false, []]);
    // A seventh that will hold less than the six displaces one of them.
    expect([hold("192.0.2.7", 2_000_000).isHeld, ended]).toEqual([true, ["192.0.2.1"]]);
  });

  test("a request whose size is not known displaces slow ones of more than the usual size", () => {
    const { clock, reserve, hold, ended } = plan({ bytesMax: 20 });
    hold("a", 1);
    hold("b", 7);
    hold("c", 7);
    expect(reserve("d").take(8, 2)).toBe(false);
    clock.nowMs = 5_001;
    expect([reserve("d").take(8), reserve("d").take(8, 2), ended]).toEqual([false, true, ["b"]]);
  });

  test("no request ends if those that may are not enough", () => {
    const { reserve, hold, ended } = plan({ bytesMax: 100 });
    hold("a", 20);
    hold("a", 20);
    reserve("b").take(60);
    // Without its first request, `a` holds less than `c` will.
    expect([hold("c", 35).isHeld, ended]).toEqual([false, []]);
    expect([hold("c", 20).isHeld, ended]).toEqual([true, ["a"]]);
  });

  test("only within the wider network that has used up its share", () => {
    const { hold, ended } = plan({ bytesMax: 100, networkBytesMax: 50 });
    hold("192.0.2.1", 45);
    hold("2001:db8:1:1::/64", 30);
    hold("2001:db8:1:2::/64", 20);
    expect([hold("2001:db8:1:3::/64", 10).isHeld, ended]).toEqual([true, ["2001:db8:1:1::/64"]]);
  });

  test("a request that may not be ended keeps its memory, and an ended one gets none", () => {
    const { reserve, hold, ended } = plan({ bytesMax: 100 });
    const first = hold("a", 100);
    first.endBy(undefined);
    expect(reserve("b").take(1)).toBe(false);
    first.endBy(() => void ended.push("a"));
    expect([reserve("b").take(1), ended, first.take(1)]).toEqual([true, ["a"], false]);
    first.release();
    expect(reserve("b").take(99)).toBe(true);
    expect(reserve("c").take(1)).toBe(false);
  });
});

test("forty networks with a large body each keep no card of 1.8 MB out", () => {
  const { hold, ended } = plan({
    bytesMax: 200_000_000,
    senderBytesMax: 40_000_000,
    networkBytesMax: 100_000_000,
  });
  for (let count = 0; count < 40; count += 1) hold(`192.0.2.${count}`, 32_500_000);
  for (let count = 0; count < 80; count += 1)
    expect(hold(`198.51.100.${count}`, 1_800_000).isHeld).toBe(true);
  expect(ended.every((sender) => sender.startsWith("192.0.2."))).toBe(true);
});
