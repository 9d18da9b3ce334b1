import type { routes } from "@trading-oms/contract/operator";
import type { Operation } from "../../../http/served-contract.ts";

/** Not written yet. */
export function setPrice(): Operation<typeof routes.setPrice> {
  return () => {
    throw new Error("Not written yet.");
  };
}
