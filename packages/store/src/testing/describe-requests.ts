import { describeAudits } from "./describe-audits.ts";
import { describeChanges } from "./describe-changes.ts";
import { describeConditions } from "./describe-conditions.ts";
import { describeEpisodes } from "./describe-episodes.ts";
import { describeKeys } from "./describe-keys.ts";
import { describeNotifications } from "./describe-notifications.ts";
import { describePages } from "./describe-pages.ts";
import { describePositions } from "./describe-positions.ts";
import { describeQuotes } from "./describe-quotes.ts";
import { describeRaces } from "./describe-races.ts";
import { describeRates } from "./describe-rates.ts";
import type { StoreHarness } from "./store-harness.ts";

/** What is asked of a store while requests are answered; the rest is asked of the same store elsewhere. */
export function describeRequests(harness: StoreHarness): void {
  describeChanges(harness);
  describePositions(harness);
  describeConditions(harness);
  describeAudits(harness);
  describeEpisodes(harness);
  describeKeys(harness);
  describeRaces(harness);
  describeNotifications(harness);
  describePages(harness);
  describeRates(harness);
  describeQuotes(harness);
}
