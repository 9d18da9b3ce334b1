import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importCatalog, openCatalog } from "@trading-oms/brokerage";
import type { InstrumentRecord } from "@trading-oms/market";
import { openSqliteStore, startSameThreadWriter } from "@trading-oms/store";
import { hashText } from "../cli/database.ts";

/** Opens a market board over a catalog. */
export async function openSearchBoard(records: readonly InstrumentRecord[], now: () => number) {
  const folder = await mkdtemp(join(tmpdir(), "demo-search-"));
  const startWriter = (path: string) => startSameThreadWriter(path, "none");
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite"), startWriter });
  try {
    const services = { store, now, makeId: () => "", hash: hashText };
    const lines = async function* () {
      for (const [index, record] of records.entries()) yield { line: index + 2, record };
    };
    const answer = await importCatalog(services, lines());
    if (answer.kind !== "done") throw new Error(JSON.stringify(answer));
    const { board } = await openCatalog(services);
    await board.follow(async () => {});
    return board;
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
}
