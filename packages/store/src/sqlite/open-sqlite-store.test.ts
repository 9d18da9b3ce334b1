import { describeStore } from "../store.suite.ts";
import { makeSqliteHarness } from "../testing/make-sqlite-harness.ts";

describeStore("SQLite", makeSqliteHarness());
