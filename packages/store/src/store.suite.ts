import { afterEach, describe } from "vitest";
import { describeAccountChanges } from "./testing/describe-account-changes.ts";
import { describeAccountLists } from "./testing/describe-account-lists.ts";
import { describeAudits } from "./testing/describe-audits.ts";
import { describeBackups } from "./testing/describe-backups.ts";
import { describeCatalog } from "./testing/describe-catalog.ts";
import { describeChanges } from "./testing/describe-changes.ts";
import { describeClaimRaces } from "./testing/describe-claim-races.ts";
import { describeClaims } from "./testing/describe-claims.ts";
import { describeConditions } from "./testing/describe-conditions.ts";
import { describeDrafts } from "./testing/describe-drafts.ts";
import { describeEpisodes } from "./testing/describe-episodes.ts";
import { describeFaults } from "./testing/describe-faults.ts";
import { describeFollowedMarks } from "./testing/describe-followed-marks.ts";
import { describeHolidays } from "./testing/describe-holidays.ts";
import { describeKeys } from "./testing/describe-keys.ts";
import { describeMarkConflicts } from "./testing/describe-mark-conflicts.ts";
import { describeMarks } from "./testing/describe-marks.ts";
import { describeNotifications } from "./testing/describe-notifications.ts";
import { describeOldBackups } from "./testing/describe-old-backups.ts";
import { describePages } from "./testing/describe-pages.ts";
import { describePositions } from "./testing/describe-positions.ts";
import { describeRaces } from "./testing/describe-races.ts";
import { describeRates } from "./testing/describe-rates.ts";
import { describeRestores } from "./testing/describe-restores.ts";
import { describeSweeps } from "./testing/describe-sweeps.ts";
import type { StoreHarness } from "./testing/store-harness.ts";

/** Holds a store to everything that its port promises. */
export function describeStore(engine: string, harness: StoreHarness): void {
  describe(`The store on ${engine}`, () => {
    afterEach(() => harness.clean());
    describeFaults(harness);
    describeBackups(harness);
    describeRestores(harness);
    describeOldBackups(harness);
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
    describeMarks(harness);
    describeMarkConflicts(harness);
    describeFollowedMarks(harness);
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
