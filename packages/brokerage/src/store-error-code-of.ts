import type { StoreErrorCode } from "./ports/index.ts";

const codes: Readonly<Record<StoreErrorCode, true>> = {
  busy: true,
  unreachable: true,
  "disk-full": true,
  "disk-failed": true,
  "not-writable": true,
  damaged: true,
  "unfinished-restore": true,
};

/** The code of a failure that lies with the store; undefined for any other, which is a fault of a program. */
export function storeErrorCodeOf(failure: unknown): StoreErrorCode | undefined {
  if (!(failure instanceof Error && "code" in failure && typeof failure.code === "string")) return undefined;
  return Object.hasOwn(codes, failure.code) ? (failure.code as StoreErrorCode) : undefined;
}
