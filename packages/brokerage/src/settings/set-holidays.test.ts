import { expect, test } from "vitest";
import { planServices } from "../testing/plan-services.ts";
import { setHolidays } from "./set-holidays.ts";

test("keeps holidays in order and once each", async () => {
  const { services, memory } = planServices();
  const dates = ["2026-09-02", "2026-01-01", "2026-09-02"];
  expect(await setHolidays(services, dates)).toEqual({ kind: "done", dates: ["2026-01-01", "2026-09-02"] });
  expect(await memory.listHolidays()).toEqual(["2026-01-01", "2026-09-02"]);
});

test.for(["2026-02-29", "2026-9-2", "02/09/2026", "", "2026-09-02 "])(
  "rejects %j as a day and keeps the previous list",
  async (date) => {
    const { services, memory } = planServices();
    await setHolidays(services, ["2026-01-01"]);
    expect(await setHolidays(services, ["2026-09-02", date])).toMatchObject({ code: "date_not_valid" });
    expect(await memory.listHolidays()).toEqual(["2026-01-01"]);
  },
);

test("rejects a list that closes every exchange for weeks, and accepts a long new year", async () => {
  const { services } = planServices();
  const days = (count: number): string[] =>
    Array.from({ length: count }, (_, day) =>
      new Date(Date.UTC(2026, 1, 10 + day)).toISOString().slice(0, 10),
    );
  expect(await setHolidays(services, days(32))).toMatchObject({
    kind: "refused",
    message: "From 2026-02-10 on, more than 31 days in a row are listed.",
  });
  expect(await setHolidays(services, days(14))).toMatchObject({ kind: "done" });
});
