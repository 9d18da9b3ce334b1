import { expect, test } from "vitest";
import { drawChart } from "./charts.ts";
import { type Figure, medianOf, medianRatio, printFigures, quantileOf } from "./figures.ts";
import { addResult, type Result, renderPage } from "./page.ts";

const figures: Figure[] = [
  { what: "on the mark", value: 2, unit: "s", atMost: 2 },
  { what: "beyond it", value: 2.01, unit: "s", atMost: 2, beside: "peer 4.00 s" },
  { what: "without a mark", value: 1234, unit: "lines" },
];

const whole: Result = {
  measuredAt: "2026-11-25T04:00:00.000Z",
  commit: "05593ae",
  isShort: false,
  machine: { cpu: "A processor", cores: 2, memoryGb: 16, node: "v26.10.0" },
  figures,
  charts: [],
};

const sections = [
  { name: "start", title: "Start", about: "Starts." },
  { name: "feed", title: "Feed", about: "Feeds." },
];

test("returns measured values as medians and quantiles", () => {
  expect(medianOf([5, 1, 100])).toBe(5);
  expect(medianOf([4, 1, 2, 3])).toBe(2);
  expect(() => medianOf([])).toThrow(RangeError);
  expect(quantileOf([3, 1, 2, 4], 1)).toBe(4);
  expect(medianRatio([2, 6, 40], [1, 2, 10])).toBe(3);
});

test("reports a figure at its bound as reached, and one beyond it as missed", () => {
  const table = printFigures("start", figures);
  expect(table).toMatch(/on the mark +2\.00 s {3}≤ 2\.00 s {3}reached/);
  expect(table).toMatch(/beyond it +2\.01 s {3}≤ 2\.00 s {3}MISSED {3}\(peer 4\.00 s\)/);
  expect(table).toMatch(/without a mark +1,234 lines\n/);
});

test("prints counts without fractions", () => {
  const count = { what: "ours", value: 8, unit: "instantiations" };
  expect(printFigures("client", [count])).toMatch(/ 8 instantiations\n/);
});

test("counts reached bounds and shows date, commit and machine of each section", () => {
  const page = renderPage(sections, { start: whole });
  expect(page).toContain("Of 2 floors, 1 are reached.");
  expect(page).toContain("| Start | beyond it | 2.01 s | ≤ 2.00 s | **no**: not explained yet |");
  expect(page).not.toContain("without a mark");
  expect(page).toContain(
    '- <a id="start"></a>**Start** (`pnpm bench start`): Starts. 2026-11-25 at 05593ae: A processor, 2 cores, 16 GB, Node v26.10.0.',
  );
  expect(page).not.toContain("Feed");
});

test("lets a short run replace a short run, but not a whole one", () => {
  const short = { ...whole, isShort: true };
  expect(addResult({ start: whole }, "start", short)["start"]).toBe(whole);
  expect(addResult({ start: short }, "start", whole)["start"]).toBe(whole);
  expect(addResult({}, "start", short)["start"]).toBe(short);
});

test("labels the bars of a chart and escapes XML", () => {
  const bars = [
    { label: "ours", value: 2, isOurs: true },
    { label: "16/(f+16c) & <more>", value: 4 },
  ];
  const svg = drawChart({ name: "sqlite", title: "Covers", unit: "ms", bars });
  expect(svg).toContain("<title>Covers</title>");
  expect(svg).toContain("16/(f+16c) &amp; &lt;more&gt;</text>");
  expect(svg).toContain("ours: 2.00 ms; ");
});
