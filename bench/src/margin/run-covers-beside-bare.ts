import { setCover } from "@trading-oms/brokerage";
import { openPostgresqlStore } from "@trading-oms/store";
import { judgeAudits, setCovers } from "./cover-accounts.ts";
import { coverOrderOf } from "./cover-order-of.ts";
import { keepNothing } from "./keep-nothing.ts";
import type { BesideBare, BesideBareRun } from "./measure-covers.ts";
import { openBareLoop } from "./open-bare-loop.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";
import { openPacketLoop } from "./open-packet-loop.ts";
import { recordCover, recordPackets } from "./record-cover.ts";

const sliceMs = 250;

/** Sets covers in turn with three bare loops, in a process of its own, and prints as JSON how many a second each did. */
const run: BesideBareRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runCoversBesideBare(run)));

async function runCoversBesideBare({ url, clients, durationMs }: BesideBareRun): Promise<BesideBare[]> {
  const store = await openPostgresqlStore({ url });
  const services = await openCoverServices(store);
  // The store makes packets of eight, as long as there are as many who ask.
  const together = Math.min(clients, 8);
  // Accounts of the store's own, as many for each of the bare loops, and some to see what is asked for.
  await openCoverAccounts(services, 4 * clients + 1 + together);
  const alone = await recordCover(services, 4 * clients);
  const packets = await recordPackets(
    services,
    Array.from({ length: together }, (_, index) => 4 * clients + 1 + index),
  );
  const deciders = { ...services, store: await keepNothing(store, 4 * clients) };
  const counts = Array<number>(clients).fill(1);
  const bare = await openBareLoop({ url, clients, firstWriter: clients, recorded: alone });
  const deciding = await openBareLoop({
    url,
    clients,
    firstWriter: 3 * clients,
    recorded: alone,
    decide: async (writer, count) => {
      const answer = await setCover(deciders, coverOrderOf(writer, count));
      if (answer.kind !== "done" || answer.status !== "success") throw new Error(answer.message);
    },
  });
  const packed = await openPacketLoop({ url, clients, firstWriter: 2 * clients, recorded: packets });
  const ways: Ways = {
    own: () => setCovers(services, counts, sliceMs),
    bare: () => bare.run(sliceMs),
    deciding: () => deciding.run(sliceMs),
    packets: () => packed.run(sliceMs),
  };
  // At first statements are prepared and code is not yet fast, on all sides.
  await runSlices(ways, durationMs);
  const slices = await runSlices(ways, durationMs);
  await judgeAudits(services, counts);
  await bare.close();
  await deciding.close();
  await packed.close();
  await store.close();
  return slices;
}

type Ways = Readonly<Record<keyof BesideBare, () => Promise<number>>>;

/** A short while each in turn, and who is first changes too, since a machine is not as fast from one moment to the next. */
async function runSlices(ways: Ways, durationMs: number): Promise<BesideBare[]> {
  const slices: BesideBare[] = [];
  const names = ["own", "bare", "deciding", "packets"] as const;
  for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
    const slice = { own: 0, bare: 0, deciding: 0, packets: 0 };
    const first = slices.length % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) slice[name] = await ways[name]();
    slices.push(slice);
  }
  return slices;
}
