import { expect, test } from "vitest";
import type { Failure } from "../../../failure.ts";
import { type StreamLimits, StreamPlace, StreamPlaces } from "./stream-places.ts";

const none: StreamLimits = {
  userStreamsMax: undefined,
  addressStreamsMax: undefined,
  anonymousStreamsMax: undefined,
  anonymousSymbolsMax: undefined,
};

function plan(limits: Partial<StreamLimits>) {
  const places = new StreamPlaces({ ...none, ...limits });
  const symbols = ["FPT", "VNM"];
  const ask = (address: string, fields: "price" | "quote" | "depth" = "price") =>
    places.take(undefined, address, { symbols, fields });
  return {
    ask,
    user: (userId: string) => need(places.take(userId, "192.0.2.1", { symbols, fields: "quote" })),
    address: (...asked: Parameters<typeof ask>) => need(ask(...asked)),
  };
}

/** The limit that a refusal says; `sum` for that of all streams without a token. */
function limitOf(taken: StreamPlace | Failure): unknown {
  if (taken instanceof StreamPlace) return undefined;
  return taken.code === "too_many_streams" ? (taken.addressLimit ?? "sum") : taken.code;
}

function need(taken: StreamPlace | Failure): StreamPlace {
  if (!(taken instanceof StreamPlace)) throw new Error(taken.code);
  return taken;
}

test("a user's oldest stream gives way to one too many, and those of others do not", () => {
  const { user } = plan({ userStreamsMax: 2 });
  const other = user("other");
  const [first, second] = [user("demo"), user("demo")];
  let toldCount = 0;
  first.onReplaced = () => {
    toldCount += 1;
  };
  const third = user("demo");
  expect([first, second, third, other].map(({ isReplaced }) => isReplaced)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(toldCount).toBe(1);
  // It leaves when its reader has taken the last event, or never; its place was free before.
  first.leave();
  third.leave();
  user("demo");
  expect(second.isReplaced).toBe(false);
});

test("an address is refused at its limit, a wider network at a multiple of it, and a leaver makes room", () => {
  const { ask, address, user } = plan({ addressStreamsMax: 1 });
  const first = address("192.0.2.1");
  expect(limitOf(ask("192.0.2.1"))).toBe(1);
  user("demo");
  first.leave();
  first.leave();
  address("192.0.2.1");
  expect(limitOf(ask("192.0.2.1"))).toBe(1);
  for (let network = 0; network < 4; network += 1) address(`2001:db8:0:${network}::/64`);
  expect(limitOf(ask("2001:db8:0:4::/64"))).toBe(4);
});

test("at the limit in sum an address with few streams displaces the newest of the one with most", () => {
  const { ask, address } = plan({ anonymousStreamsMax: 5 });
  const greedy = [1, 2, 3, 4].map(() => address("192.0.2.1"));
  const kept = address("192.0.2.2");
  expect(limitOf(ask("192.0.2.1"))).toBe("sum");
  address("192.0.2.3");
  address("192.0.2.3");
  expect(greedy.map(({ isReplaced }) => isReplaced)).toEqual([false, false, true, true]);
  expect(kept.isReplaced).toBe(false);
  // Its third is no better than those of others, and none has more than two now.
  expect(limitOf(ask("192.0.2.3"))).toBe("sum");
  expect(limitOf(ask("192.0.2.4"))).toBe("sum");
});

test("an IPv6 network of a customer counts as one address in sum", () => {
  const { ask, address } = plan({ anonymousStreamsMax: 4 });
  const greedy = [1, 2, 3, 4].map((network) => address(`2001:db8:0:${network}00::/64`));
  expect(limitOf(ask("2001:db8:0:500::/64"))).toBe("sum");
  address("192.0.2.1");
  expect(greedy.map(({ isReplaced }) => isReplaced)).toEqual([false, false, false, true]);
});

test("symbols count by their fields: once for price, twice for quote, four times for depth", () => {
  const { ask, address } = plan({ anonymousSymbolsMax: 14 });
  address("192.0.2.1", "depth");
  address("192.0.2.2", "quote");
  const last = address("192.0.2.3", "price");
  expect(limitOf(ask("192.0.2.4", "price"))).toBe("sum");
  last.leave();
  address("192.0.2.4", "price");
});

test("one that is refused in the end displaces none", () => {
  const { ask, address } = plan({ anonymousSymbolsMax: 9 });
  const light = [1, 2, 3, 4].map(() => address("192.0.2.1"));
  expect(limitOf(ask("192.0.2.2", "depth"))).toBe("sum");
  expect(light.map(({ isReplaced }) => isReplaced)).toEqual([false, false, false, false]);
});

test("a user is never refused for streams without a token", () => {
  const { address, user } = plan({ anonymousStreamsMax: 1, anonymousSymbolsMax: 2 });
  const anonymous = address("192.0.2.1");
  expect(user("demo").isReplaced).toBe(false);
  expect(anonymous.isReplaced).toBe(false);
});
