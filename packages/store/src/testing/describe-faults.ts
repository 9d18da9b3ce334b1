import { describeFailingMarks } from "./describe-failing-marks.ts";
import { describeFailingMigrations } from "./describe-failing-migrations.ts";
import { describeFailingQuotes } from "./describe-failing-quotes.ts";
import { describeFailingRestores } from "./describe-failing-restores.ts";
import { describeFailingSettings } from "./describe-failing-settings.ts";
import { describeFailingSweeps } from "./describe-failing-sweeps.ts";
import { describeFailingUseCases } from "./describe-failing-use-cases.ts";
import { describeFailingWatches } from "./describe-failing-watches.ts";
import { describeFailures } from "./describe-failures.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Everything that can be made to fail at its n-th statement, for every n. */
export function describeFaults(harness: StoreHarness): void {
  describeFailures(harness);
  describeFailingUseCases(harness);
  describeFailingSettings(harness);
  describeFailingMarks(harness);
  describeFailingQuotes(harness);
  describeFailingWatches(harness);
  describeFailingSweeps(harness);
  describeFailingMigrations(harness);
  describeFailingRestores(harness);
}
