import { expect, test } from "vitest";
import { listDueMessages } from "./list-due-messages.ts";

test("a movement is told of once, and each call of a position by both its messages", () => {
  const movements = [
    { movementId: "m-1", kind: "deposit" },
    { movementId: "m-2", kind: "withdrawal" },
  ];
  expect(listDueMessages(movements, new Map([["A-2", 2]]))).toEqual([
    "Deposit/m-1",
    "Withdraw/m-2",
    "MarginCall/A-2/COVER/1/0",
    "ForceClose/A-2/COVER/1/0",
    "MarginCall/A-2/COVER/2/0",
    "ForceClose/A-2/COVER/2/0",
  ]);
});
