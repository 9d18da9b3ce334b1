import type { StoreHarness } from "../testing/store-harness.ts";
import {
  describeAudits,
  describeChanges,
  describeConditions,
  describeEpisodes,
  describeKeys,
  describePositions,
  describeRaces,
} from "./accounts.suite.ts";
import { describeNotifications, describePages, describeWatermarks } from "./notifications.suite.ts";
import { describeQuotes } from "./quotes.suite.ts";
import { describeRates } from "./reference.suite.ts";

/** The part of the suite that requests need, for stores whose connection ends with the request. The rest runs on pooled stores. */
export function describeRequests(harness: StoreHarness): void {
  describeChanges(harness);
  describePositions(harness);
  describeConditions(harness);
  describeAudits(harness);
  describeEpisodes(harness);
  describeKeys(harness);
  describeRaces(harness);
  describeNotifications(harness);
  describeWatermarks(harness);
  describePages(harness);
  describeRates(harness);
  describeQuotes(harness);
}
