/** An entry of the audit in words. */
import type { AuditEntry } from "@trading-oms/types/operator";
import { expect, it } from "vitest";
import { describeEntry } from "./history.tsx";

const entry = {
  ...{ place: 2, time: 0, kind: "contact", actor: "lan", actorKind: "operator", symbol: "FPT", reason: "" },
  ...{ requestId: "1", hash: "" },
} as unknown as AuditEntry;

it("says what came of a contact, and not how the one before it was made", () => {
  const values = [
    { name: "callNumber", before: 1, after: 1 },
    { name: "method", before: "message", after: "telephone" },
    { name: "answer", before: "noAnswer", after: "promised" },
    { name: "promised", before: null, after: 1_880_000 },
  ];
  expect(describeEntry({ ...entry, values })).toBe("telephone, promised 1.880.000 ₫");
});

it("says the first value that another kind of entry changed", () => {
  const values = [
    { name: "covered", before: 0, after: 0 },
    { name: "quantity", before: 100, after: 200 },
  ];
  expect(describeEntry({ ...entry, kind: "reduction", values })).toBe("100 → 200");
});
