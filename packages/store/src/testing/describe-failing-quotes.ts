import { expect, test } from "vitest";
import { failAtEach } from "./fail-at-each.ts";
import { makeQuote } from "./make-quote.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Quotes are kept together or not at all, wherever the store fails. */
export function describeFailingQuotes(harness: StoreHarness): void {
  test("quotes that fail at any statement are neither kept nor counted, and are kept when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const next = [makeQuote("FPT", failAt * 10), makeQuote("VNM", failAt * 10)];
        await store.saveQuotes([makeQuote("FPT", failAt * 10 - 1), makeQuote(`S${failAt}`, 1)]);
        return { next, rows: await readRows(store), version: (await store.readVersions()).quotes };
      },
      act: (faulty, { next }) => faulty.saveQuotes(next),
      judge: async ({ isDone }, { next, rows, version }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(rows);
          await faulty.saveQuotes(next);
        }
        expect((await store.readVersions()).quotes).toBe(version + 1);
        expect(await store.listQuotesSince({ version, limit: 9 })).toEqual(next);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}
