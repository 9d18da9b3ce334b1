import { afterEach, describe } from "vitest";
import { describeAccountChanges, describeAccountLists, describeSweeps } from "./suite/account-lists.suite.ts";
import {
  describeAudits,
  describeChanges,
  describeConditions,
  describeEpisodes,
  describeKeys,
  describePositions,
  describeRaces,
} from "./suite/accounts.suite.ts";
import { describeBackups, describeRestores } from "./suite/backup.suite.ts";
import { describeFaults } from "./suite/faults.suite.ts";
import { describeClaimRaces, describeClaims } from "./suite/leases.suite.ts";
import { describeNotifications, describePages, describeWatermarks } from "./suite/notifications.suite.ts";
import { describeOutages } from "./suite/outages.suite.ts";
import {
  describeFollowedMarks,
  describeFollowedQuotes,
  describeHeardSources,
  describeMarkConflicts,
  describeMarks,
  describeQuotes,
} from "./suite/quotes.suite.ts";
import {
  describeCatalog,
  describeDrafts,
  describeHolidays,
  describeRates,
  describeVersions,
} from "./suite/reference.suite.ts";
import type { StoreHarness } from "./testing/store-harness.ts";

/** Tests everything that the port promises while the engine works. One that is not durable has no outages. */
export function describeStore(engine: string, harness: StoreHarness, { isDurable = true } = {}): void {
  describe(`The store on ${engine}`, () => {
    afterEach(() => harness.clean());
    describeBackups(harness);
    describeRestores(harness);
    describeChanges(harness);
    describePositions(harness);
    describeConditions(harness);
    describeAudits(harness);
    describeEpisodes(harness);
    describeKeys(harness);
    describeRaces(harness);
    describeNotifications(harness);
    describeWatermarks(harness);
    if (isDurable) describeOutages(harness);
    describePages(harness);
    describeRates(harness);
    describeVersions(harness);
    describeMarks(harness);
    describeMarkConflicts(harness);
    describeFollowedMarks(harness);
    describeQuotes(harness);
    describeHeardSources(harness);
    describeFollowedQuotes(harness);
    describeHolidays(harness);
    describeAccountLists(harness);
    describeAccountChanges(harness);
    describeClaims(harness);
    describeClaimRaces(harness);
    describeSweeps(harness);
    describeCatalog(harness);
    describeDrafts(harness);
  });
}

/** Tests what the port promises when any single statement fails. */
export function describeFailingStore(engine: string, harness: StoreHarness): void {
  describe(`The store on ${engine}`, () => {
    afterEach(() => harness.clean());
    describeFaults(harness);
  });
}
