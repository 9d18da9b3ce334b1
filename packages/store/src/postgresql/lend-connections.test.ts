import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lendConnections } from "./lend-connections.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Planned = { readonly name: string; release(isBroken?: boolean): void };

const any = (): boolean => true;

function plan() {
  const said: string[] = [];
  const broken = new Set<Planned>();
  let count = 0;
  const pool = {
    waitingCount: 0,
    idleCount: 0,
    totalCount: 0,
    connect: async (): Promise<Planned> => {
      count += 1;
      pool.totalCount += 1;
      const name = `c${count}`;
      said.push(`connect ${name}`);
      return { name, release: (isBroken) => said.push(`release ${name}${isBroken ? " broken" : ""}`) };
    },
    end: async () => void said.push("end"),
  };
  return {
    said,
    broken,
    pool,
    lent: lendConnections(pool, { isBroken: (client) => broken.has(client), countMax: 2 }),
  };
}

test("a connection that was given back is lent again without the pool, and goes back to it within a second", async () => {
  const { said, lent } = plan();
  const first = await lent.take(any);
  lent.giveBack(first);
  const again = await lent.take(any);
  expect(again).toBe(first);
  lent.giveBack(again);
  expect(said).toEqual(["connect c1"]);
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual(["connect c1", "release c1"]);
});

test("a connection that is lent all the time goes back to the pool within a second as well", async () => {
  const { said, lent } = plan();
  for (let step = 0; step < 30; step += 1) {
    const client = await lent.take(any);
    vi.advanceTimersByTime(100);
    lent.giveBack(client);
  }
  expect(said).toEqual(["connect c1", "release c1", "connect c2", "release c2", "connect c3", "release c3"]);
});

test("whoever waits at the pool gets the connection that is given back", async () => {
  const { said, lent, pool } = plan();
  const client = await lent.take(any);
  pool.waitingCount = 1;
  lent.giveBack(client);
  expect(said).toEqual(["connect c1", "release c1"]);
});

test("what broke while it was lent or at hand is not lent again, and the pool hears of it", async () => {
  const { said, lent, broken } = plan();
  const [one, two] = [await lent.take(any), await lent.take(any)];
  broken.add(one);
  lent.giveBack(one);
  lent.giveBack(two);
  broken.add(two);
  expect(await lent.take(any)).not.toBe(two);
  expect(said).toEqual(["connect c1", "connect c2", "release c1 broken", "release c2 broken", "connect c3"]);
});

test("closing gives all back before the pool ends, and what comes later is not kept", async () => {
  const { said, lent } = plan();
  const [one, two] = [await lent.take(any), await lent.take(any)];
  lent.giveBack(one);
  await lent.close();
  lent.giveBack(two);
  expect(said).toEqual(["connect c1", "connect c2", "release c1", "end", "release c2"]);
});

test("one that is fit is lent before one that is not, and another is asked for while there may be one", async () => {
  const { said, lent } = plan();
  const first = await lent.take(any);
  lent.giveBack(first);
  const second = await lent.take((client) => client !== first);
  expect(second).not.toBe(first);
  lent.giveBack(second);
  expect(await lent.take((client) => client === first)).toBe(first);
  expect(said).toEqual(["connect c1", "connect c2"]);
});

test("where the pool has no more, one that is not fit is lent rather than waited for", async () => {
  const { said, lent } = plan();
  const [one, two] = [await lent.take(any), await lent.take(any)];
  lent.giveBack(one);
  expect(await lent.take((client) => client === two)).toBe(one);
  expect(said).toEqual(["connect c1", "connect c2"]);
});

test("where no other can be had, one that is not fit is lent", async () => {
  const { lent, pool } = plan();
  const one = await lent.take(any);
  lent.giveBack(one);
  pool.connect = () => Promise.reject(new Error("too many clients already"));
  expect(await lent.take((client) => client !== one)).toBe(one);
  await expect(lent.take(any)).rejects.toThrow("too many clients already");
});

test("where no other can be had, one that broke at hand is not lent, and the pool hears of it", async () => {
  const { said, lent, pool, broken } = plan();
  const one = await lent.take(any);
  lent.giveBack(one);
  broken.add(one);
  pool.connect = () => Promise.reject(new Error("too many clients already"));
  await expect(lent.take((client) => client !== one)).rejects.toThrow("too many clients already");
  expect(said).toEqual(["connect c1", "release c1 broken"]);
});

test("of two that ask at once only one has the last of the pool, and the other what is at hand", async () => {
  const { lent, pool } = plan();
  const one = await lent.take(any);
  lent.giveBack(one);
  const isOther = (client: Planned): boolean => client !== one;
  pool.totalCount = 2;
  pool.idleCount = 1;
  pool.connect = () => {
    pool.waitingCount += 1;
    return Promise.withResolvers<Planned>().promise;
  };
  void lent.take(isOther);
  expect(await Promise.race([lent.take(isOther), Promise.resolve().then(() => "waits")])).toBe(one);
});
