import type { Instrument } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import type { CatalogEntry } from "../ports/index.ts";
import type { Services } from "../services.ts";

/** The instrument listed under a symbol. */
export async function findInstrument(
  { store }: Pick<Services, "store">,
  symbol: string,
): Promise<Instrument | undefined> {
  const entry = await store.findInstrument(symbol);
  return entry && readInstrument(entry);
}

/** Decodes an instrument of the catalog. */
export function readInstrument({ details }: CatalogEntry): Instrument {
  return exactJson.read(details) as Instrument;
}
