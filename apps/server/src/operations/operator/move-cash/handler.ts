import type { routes } from "@trading-oms/contract/operator";
import type { Operation } from "../../../http/served-contract.ts";

/** Not written yet. */
export function moveCash(): Operation<typeof routes.moveCash> {
  return () => {
    throw new Error("Not written yet.");
  };
}
