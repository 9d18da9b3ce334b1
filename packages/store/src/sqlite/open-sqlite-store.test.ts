import { describeDurableStore } from "../store.suite.ts";
import { makeSqliteHarness } from "../testing/make-sqlite-harness.ts";

describeDurableStore("SQLite", makeSqliteHarness());
