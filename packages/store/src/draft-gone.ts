import { StoreFault } from "./store-fault.ts";

/** What is said to whoever goes on with a catalog that others took for left behind. */
export function draftGone(cause?: unknown): StoreFault {
  return new StoreFault(
    "draft-gone",
    "The new catalog rested for over a minute, and another import took it for left behind. The catalog in force stayed; import again.",
    cause,
  );
}
