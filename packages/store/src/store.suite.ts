import type { Store } from "@trading-oms/brokerage/ports";
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
  describeHeldPrices,
  describeMarkConflicts,
  describeMarks,
  describeQuotes,
} from "./suite/quotes.suite.ts";
import {
  describeCatalog,
  describeDrafts,
  describeExDates,
  describeHolidays,
  describeOldCatalogs,
  describeRates,
  describeVersions,
} from "./suite/reference.suite.ts";
import type { StoreHarness } from "./testing/store-harness.ts";

/** Tests everything that the port promises of any store while it works. */
export function describeStore(engine: string, harness: StoreHarness<Store>): void {
  describe(`The store on ${engine}`, () => {
    afterEach(() => harness.clean());
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
    describeVersions(harness);
    describeMarks(harness);
    describeMarkConflicts(harness);
    describeFollowedMarks(harness);
    describeQuotes(harness);
    describeHeldPrices(harness);
    describeHeardSources(harness);
    describeFollowedQuotes(harness);
    describeHolidays(harness);
    describeExDates(harness);
    describeAccountLists(harness);
    describeAccountChanges(harness);
    describeClaims(harness);
    describeClaimRaces(harness);
    describeSweeps(harness);
    describeCatalog(harness);
    describeDrafts(harness);
  });
}

/** Tests all of it, and what the port promises of a store that outlives its process. */
export function describeDurableStore(engine: string, harness: StoreHarness): void {
  describeStore(engine, harness);
  describe(`The store on ${engine}`, () => {
    afterEach(() => harness.clean());
    describeBackups(harness);
    describeRestores(harness);
    describeOutages(harness);
    describeOldCatalogs(harness);
  });
}

/** Tests what the port promises when any single statement fails. */
export function describeFailingStore(engine: string, harness: StoreHarness): void {
  describe(`The store on ${engine}`, () => {
    afterEach(() => harness.clean());
    describeFaults(harness);
  });
}
