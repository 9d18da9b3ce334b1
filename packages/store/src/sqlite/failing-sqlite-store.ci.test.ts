import { describeFailingStore } from "../store.suite.ts";
import { makeSqliteHarness } from "../testing/make-sqlite-harness.ts";

describeFailingStore("SQLite", makeSqliteHarness());
