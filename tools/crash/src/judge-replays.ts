import type { Services } from "@trading-oms/brokerage";
import type { KeyedCover } from "./judge-covers.ts";
import type { KeptCover } from "./kept-cover.ts";
import { orderCover } from "./order-cover.ts";
import { renderCover } from "./render-cover.ts";

/**
 * Sends every cover again that was acknowledged under a key, and says where its answer is another now, or where another
 * amount is taken under the key. Where the answer was lost, change and outcome have to be there together or not at all.
 */
export async function judgeReplays(
  services: Services,
  keyed: readonly KeyedCover[],
  kept: ReadonlyMap<string, KeptCover>,
): Promise<string[]> {
  const faults: string[] = [];
  const made = new Set(
    [...kept.values()].flatMap(({ entries }) => entries.map(({ requestId }) => requestId)),
  );
  for (const sent of keyed) {
    const { accountId, requestId, answer } = sent;
    const userId = (await services.store.findOwner(accountId)) ?? "";
    const outcome = await services.store.readOutcome(userId, requestId);
    if (outcome === undefined) {
      if (answer !== undefined)
        faults.push(`${requestId} was answered under a key that is not known any more`);
      if (made.has(requestId)) faults.push(`${requestId} is in the audit, and its key is not known`);
    } else if (answer !== undefined)
      faults.push(...(await judgeReplay(services, { userId, accountId }, sent)));
    else if (!made.has(requestId) && !/ already\.|"status":"failed"/.test(outcome.outcome)) {
      faults.push(`the key of ${requestId} is known, and the audit does not know what it did`);
    }
  }
  return faults;
}

async function judgeReplay(
  services: Services,
  key: { readonly userId: string; readonly accountId: string },
  { requestId, amountVnd, answer }: KeyedCover,
): Promise<string[]> {
  const faults: string[] = [];
  const again = renderCover(await orderCover(services, key, { amountVnd, requestId, isKeyed: true }));
  if (again !== answer) faults.push(`${requestId} was answered ${answer}, and is answered ${again} now`);
  const other = await orderCover(services, key, { amountVnd: amountVnd + 1n, requestId, isKeyed: true });
  if (other.kind !== "refused" || other.code !== "idempotency-key-reused") {
    faults.push(`${requestId} took another amount under its key`);
  }
  return faults;
}
