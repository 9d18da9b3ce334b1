import type { Verifier } from "@trading-oms/access";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { Log } from "../../log.ts";
import type { Readiness } from "../../server-services.ts";
import type { StoreTrouble } from "./follow-book.ts";

/** Tells at once what is there; a host of keys that is slow must not make whoever holds keys look away. */
export function judgeReadiness(
  verifier: Pick<Verifier, "warm" | "isReady">,
  others: { readonly storeTrouble: StoreTrouble | undefined; readonly serving: boolean },
): Readiness {
  void verifier.warm();
  const { storeTrouble, serving } = others;
  const checks = { store: storeTrouble === undefined, keys: verifier.isReady(), serving };
  return {
    isReady: Object.values(checks).every(Boolean),
    checks,
    ...(storeTrouble === undefined ? {} : { reasons: { store: storeTrouble } }),
  };
}

/** A failed request speaks against the store for so long, as nobody may ask it anything more that would tell. */
const rememberedMs = 5_000;

/** Remembers for a while that requests failed on account of the store. */
export function rememberStoreFailures(
  log: Log,
  nowMs: () => number,
): {
  readonly note: (code: StoreErrorCode) => void;
  readonly trouble: () => StoreErrorCode | undefined;
} {
  let last: { readonly code: StoreErrorCode; readonly untilMs: number } | undefined;
  const trouble = (): StoreErrorCode | undefined =>
    last !== undefined && nowMs() < last.untilMs ? last.code : undefined;
  return {
    note: (code) => {
      if (trouble() === undefined) log({ level: "error", event: "store fails requests", reason: code });
      last = { code, untilMs: nowMs() + rememberedMs };
    },
    trouble,
  };
}
