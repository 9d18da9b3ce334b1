import { setTimeout as wait } from "node:timers/promises";
import { type Dice, makeDice } from "../make-dice.ts";
import { type Client, type CoverOrder, openClient, pick, type Shared } from "./open-client.ts";

/** Clients at work. */
export type Load = {
  /** Lets what is under way be answered, and gives the keys that never were. */
  readonly stop: () => Promise<string[]>;
};

const clientCount = 12;
const pauseMsMax = 60;

/** One order in so many is sent once more under its key, long enough after its answer for something to have gone away between. */
const repeatedOneIn = 5;
const repeatMsMax = 20_000;

type Repeat = { readonly dueMs: number; readonly server: number; readonly order: CoverOrder };

type Worker = { readonly client: Client; readonly dice: Dice; readonly repeats: Repeat[] };

/** Steps of the amounts, in VND: the first two are below need, and the last are more than a position takes. */
const stepVnd = 250_000;
const stepCount = 53;

/** Lets clients ask for everything until they are stopped; each asks any server, as by a balancer that knows nothing. */
export function startLoad(shared: Shared, seed: number): Load {
  let isStopped = false;
  const unanswered: string[] = [];
  const working = Array.from({ length: clientCount }, (_, index) => work(index));
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(working);
      return unanswered;
    },
  };

  async function work(index: number): Promise<void> {
    const dice = makeDice(seed + index * 7_919);
    const client = openClient(shared, dice);
    const repeats: Repeat[] = [];
    for (let count = 0; !isStopped; count += 1) {
      await askOnce({ client, dice, repeats }, `c${index}-${count}`);
      await repeatDue(client, repeats, performance.now());
      await wait(dice(pauseMsMax));
    }
    await repeatDue(client, repeats, Number.POSITIVE_INFINITY);
    client.close();
  }

  /** Another server has to know what the key was answered. */
  async function repeatDue(client: Client, repeats: Repeat[], nowMs: number): Promise<void> {
    for (const repeat of repeats.filter(({ dueMs }) => dueMs <= nowMs)) {
      repeats.splice(repeats.indexOf(repeat), 1);
      await cover(client, (repeat.server + 1) % shared.ports.length, { ...repeat.order, isRepeated: true });
    }
  }

  async function cover(client: Client, server: number, order: CoverOrder): Promise<boolean> {
    const isAnswered = await client.cover(server, order);
    if (!isAnswered) unanswered.push(`${order.key} was never answered`);
    return isAnswered;
  }

  async function askOnce({ client, dice, repeats }: Worker, key: string): Promise<void> {
    const server = dice(shared.ports.length);
    const choice = dice(20);
    if (choice < 7) {
      const order = { key, position: pick(shared.positions, dice), amountVnd: dice(stepCount) * stepVnd };
      const isAnswered = await cover(client, server, order);
      if (isAnswered && dice(repeatedOneIn) === 0)
        repeats.push({ dueMs: performance.now() + dice(repeatMsMax), server, order });
    } else if (choice < 12) await client.readPage(server, pick([...shared.tokens.keys()], dice));
    else if (choice < 15) await client.readRatio(server);
    else if (choice < 19) await client.search(server);
    else await client.sendNoCard(server);
  }
}
