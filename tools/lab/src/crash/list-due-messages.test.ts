import { expect, test } from "vitest";
import { listDueMessages } from "./judge-cash.ts";

test("lists one message per movement, and two per call of a position", () => {
  const movements = [
    { accountId: "A-1", movementId: "m-1", kind: "deposit" },
    { accountId: "A-2", movementId: "m-2", kind: "withdrawal" },
  ];
  expect(listDueMessages(movements, new Map([["A-2", 2]]))).toEqual([
    "Deposit/A-1/m-1",
    "Withdraw/A-2/m-2",
    "MarginCall/A-2/COVER/1/0",
    "ForceClose/A-2/COVER/1/0",
    "MarginCall/A-2/COVER/2/0",
    "ForceClose/A-2/COVER/2/0",
  ]);
});
