import { expect, test } from "vitest";
import { writeDriver } from "./write-driver.ts";

test("a driver imports the example, and calls each function that it exports with an input", () => {
  const driver = writeDriver("./types-1.js", "export function isUrgent(notification: object): boolean {}");
  expect(driver).toContain('await import("./types-1.js")');
  expect(driver).toContain('example.isUrgent({ type: "MarginCall" })');
});

test("a function that nobody knows how to call is refused by its name", () => {
  expect(() => writeDriver("./types-1.js", "export const surprise = () => 1;")).toThrow("exports surprise");
});
