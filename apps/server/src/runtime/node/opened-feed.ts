import type { Feed } from "@trading-oms/brokerage/ports";
import type { Log } from "../../log.ts";
import type { Books } from "./open-books.ts";

/** A feed, and what is left to do once there are books to play from. */
export type OpenedFeed = {
  readonly feed: Feed | undefined;
  /** Whether prices of it that were taken may have been played and paid by nobody. */
  readonly isSimulated: () => boolean;
  readonly begin: (stage: Pick<Books, "book" | "marks"> & FeedStage) => {
    readonly stop: () => Promise<void>;
  };
  readonly renderMetrics?: () => string;
};

type FeedStage = { readonly now: () => number; readonly log: Log };
