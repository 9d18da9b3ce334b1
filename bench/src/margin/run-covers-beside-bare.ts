import type { Services } from "@trading-oms/brokerage";
import { openPostgresqlStore } from "@trading-oms/store";
import { judgeAudits, setCovers } from "./cover-accounts.ts";
import type { BesideBare, BesideBareRun } from "./measure-covers.ts";
import { type BareLoop, openBareLoop } from "./open-bare-loop.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";
import { recordCover } from "./record-cover.ts";

const sliceMs = 250;

/** Sets covers in turn with a bare loop, in a process of its own, and prints as JSON how many a second each did. */
const run: BesideBareRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runCoversBesideBare(run)));

async function runCoversBesideBare({ url, clients, durationMs }: BesideBareRun): Promise<BesideBare[]> {
  const store = await openPostgresqlStore({ url });
  const services = await openCoverServices(store);
  // Accounts of the store's own, as many for the bare loop, and one to see what is asked for.
  await openCoverAccounts(services, 2 * clients + 1);
  const recorded = await recordCover(services, 2 * clients);
  const bare = await openBareLoop({ url, clients, firstWriter: clients, recorded });
  const counts = Array<number>(clients).fill(1);
  // At first statements are prepared and code is not yet fast, on both sides.
  await runSlices({ services, counts, bare }, durationMs);
  const slices = await runSlices({ services, counts, bare }, durationMs);
  await judgeAudits(services, counts);
  await bare.close();
  await store.close();
  return slices;
}

type Both = { readonly services: Services; readonly counts: number[]; readonly bare: BareLoop };

/** A short while each in turn, and who is first changes too, since a machine is not as fast from one moment to the next. */
async function runSlices({ services, counts, bare }: Both, durationMs: number): Promise<BesideBare[]> {
  const slices: BesideBare[] = [];
  const rateOwn = () => setCovers(services, counts, sliceMs);
  const rateBare = () => bare.run(sliceMs);
  for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
    const isOwnFirst = slices.length % 2 === 0;
    const first = await (isOwnFirst ? rateOwn() : rateBare());
    const second = await (isOwnFirst ? rateBare() : rateOwn());
    slices.push(isOwnFirst ? { own: first, bare: second } : { own: second, bare: first });
  }
  return slices;
}
