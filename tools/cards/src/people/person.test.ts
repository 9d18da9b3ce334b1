import { describe, expect, it } from "vitest";
import type { CardKind } from "../card.ts";
import { makeDice } from "../dice.ts";
import { writeQrText } from "./card-texts.ts";
import { inventPerson, type Person } from "./person.ts";
import { provincesBefore2025, provincesSince2025 } from "./places.ts";

const people = (kind: CardKind): Person[] =>
  Array.from({ length: 400 }, (_, seed) => inventPerson(kind, makeDice(`test/${seed}`)));

describe.each(["2021", "2024"] as const)("people of the card of %s", (kind) => {
  it("have numbers that match their province, century, sex and year of birth", () => {
    for (const { number, birth, sex } of people(kind)) {
      expect(number).toMatch(/^\d{12}$/);
      expect(provincesBefore2025.map((unit) => unit.number)).toContain(number.slice(0, 3));
      const century = birth.year < 2000 ? { Nam: "0", Nữ: "1" } : { Nam: "2", Nữ: "3" };
      expect(number[3]).toBe(century[sex]);
      expect(number.slice(4, 6)).toBe(String(birth.year).slice(2));
    }
  });

  it("hold cards until the birthday at 25, 40 or 60, or without expiry", () => {
    const ages = new Set(people(kind).map(({ birth, expiry }) => (expiry?.year ?? Infinity) - birth.year));
    expect([...ages].sort((a, b) => a - b)).toEqual([25, 40, 60, Infinity]);
  });

  it("hold cards without expiry in a tenth to a third of cases", () => {
    const share = people(kind).filter(({ expiry }) => expiry === undefined).length / 400;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.34);
  });

  it("have addresses that fit into two lines", () => {
    for (const { residence, origin } of people(kind)) {
      expect(residence.length).toBeLessThanOrEqual(72);
      expect(origin.length).toBeLessThanOrEqual(kind === "2021" ? 46 : 72);
      expect(`${residence}, ${origin}`).not.toMatch(/undefined|, ,| {2}/);
    }
  });
});

it("lists every province of 2021 once, each part of one of 2025", () => {
  expect(provincesBefore2025).toHaveLength(63);
  expect(provincesSince2025).toHaveLength(34);
  const merged = provincesSince2025.flatMap(({ numbers }) => numbers).sort();
  expect(merged).toEqual(provincesBefore2025.map(({ number }) => number).sort());
});

it("omits districts from July 2025 on", () => {
  for (const person of people("2024")) {
    const count = person.origin.split(", ").length;
    const isNew = person.issue.year > 2025 || (person.issue.year === 2025 && person.issue.month >= 7);
    expect(count).toBe(isNew ? 2 : 3);
  }
});

it("writes six or seven fields into codes of 2021, and more than seven into those of 2024", () => {
  const counts = (kind: CardKind) =>
    new Set(people(kind).map((each, i) => writeQrText(kind, each, makeDice(`qr/${i}`)).split("|").length));
  expect([...counts("2021")].sort()).toEqual([6, 7]);
  expect(Math.min(...counts("2024"))).toBe(8);
});
