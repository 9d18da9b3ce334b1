import { createHash, randomUUID } from "node:crypto";
import { findAccountKey, moveCash, type Services } from "@trading-oms/brokerage";
import { openSqliteStore } from "@trading-oms/store";

/** Deposits other amounts as often as asked, each of them told to the user; a process each would take half a minute. */
export async function depositOften(databaseFile: string, accountId: string, count: number): Promise<void> {
  const store = await openSqliteStore({ path: databaseFile });
  try {
    const services: Services = {
      store,
      now: () => Date.now(),
      makeId: randomUUID,
      hash: async (text) => createHash("sha256").update(text).digest("hex"),
    };
    const key = await findAccountKey(services, accountId);
    if ("kind" in key) throw new Error(key.message);
    for (let index = 1; index <= count; index += 1) {
      const movement = {
        kind: "deposit",
        amountVnd: BigInt(index * 1_000),
        movementId: `SEED-${index}`,
      } as const;
      const moved = await moveCash(services, { key, ...movement });
      if (moved.kind === "refused") throw new Error(moved.message);
    }
  } finally {
    await store.close();
  }
}
