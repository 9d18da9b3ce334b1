import { describeTampering } from "../suite/tampering.suite.ts";
import { makeSqliteHarness } from "../testing/make-sqlite-harness.ts";

describeTampering("SQLite", makeSqliteHarness());
