import { expect, it } from "vitest";
import en from "../text/en.json" with { type: "json" };
import vi from "../text/vi.json" with { type: "json" };
import { describeNotification } from "./notifications.tsx";

it("names what was missing, and not the whole amount that is needed, where a cover is in force", () => {
  const data = {
    accountId: "888C000017",
    symbol: "FPT",
    amount: 2_240_000,
    position: { coveredMarginCall: 2_000_000 },
  };
  const texts = vi.notifications.types;
  expect(describeNotification("MarginCall", data, texts)).toBe(
    "FPT bị gọi ký quỹ: còn phải bổ sung 240.000\u00a0₫",
  );
  expect(describeNotification("ForceClose", data, texts)).toBe(
    "FPT sắp bị xử lý: còn phải bổ sung 240.000\u00a0₫",
  );
  expect(describeNotification("MarginCall", data, en.notifications.types)).toBe(
    "FPT is called: 240.000\u00a0₫ missing",
  );
});

it("names the cash that moved", () => {
  const data = { accountId: "888C000017", amount: 5_000_000 };
  expect(describeNotification("Deposit", data, vi.notifications.types)).toBe("Nộp 5.000.000\u00a0₫");
});
