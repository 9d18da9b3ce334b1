/** What changes of rows behind the back of the service are found by verifying the audit, alone or with kept heads. */
import type { AuditHead, Services } from "@trading-oms/brokerage";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  copyTables,
  emptyKey,
  fill,
  findTampering,
  putBack,
  readHeads,
  servicesOf,
} from "../testing/tampered-store.ts";
import { type Tampering, tamperings, unexplained, withKeptHeads } from "../testing/tamperings.ts";

/** A store whose rows can be changed behind its back. */
export type TamperHarness = {
  readonly open: () => Promise<DurableStore>;
  /** Runs statements on the latest database, without the triggers that guard the audit. */
  readonly tamper: (statements: readonly string[]) => Promise<void>;
  readonly clean: () => Promise<void>;
};

/** Verifying finds each of these changes; the store is filled once, and put back after each. */
export function describeTampering(engine: string, harness: TamperHarness): void {
  describe(`Tampering by hand on ${engine}`, () => {
    let services: Services;
    let heads: readonly AuditHead[];
    beforeAll(async () => {
      services = servicesOf(await harness.open());
      await fill(services);
      heads = await readHeads(services);
      await harness.tamper(copyTables);
    });
    afterAll(() => harness.clean());

    async function find(statements: Tampering[1], kept: readonly AuditHead[]) {
      const list = typeof statements === "function" ? await statements(services) : statements;
      await harness.tamper(list);
      try {
        return await findTampering(services, kept);
      } finally {
        await harness.tamper(putBack);
      }
    }

    test("every chain of the filled store is whole and has its head", async () => {
      expect(await findTampering(services, heads)).toBeUndefined();
      expect(heads).toContainEqual({ chain: emptyKey.accountId, count: 0, hash: "" });
      expect(tamperings.length + withKeptHeads.length).toBeGreaterThanOrEqual(46);
    });

    test.each(tamperings)("%s is found", async (_name, statements, chain, why) => {
      expect(await find(statements, [])).toEqual({ chain, why, isByHead: false });
      expect(await findTampering(services, heads)).toBeUndefined();
    });

    test.each(withKeptHeads)("%s is found by a kept head alone", async (_name, statements, chain, why) => {
      expect(await find(statements, [])).toBeUndefined();
      expect(await find(statements, heads)).toEqual({ chain, why, isByHead: true });
    });

    test.each(unexplained)("%s can't be verified", async (_name, statement) => {
      expect(await find([statement], heads)).toBeUndefined();
    });
  });
}
