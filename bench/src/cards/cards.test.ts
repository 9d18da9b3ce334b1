import { expect, it } from "vitest";
import {
  type CardTruth,
  type CardVerdict,
  cardRows,
  checkCard,
  listCardTasks,
  listWronglyComplete,
  rateCertainty,
  scoreCards,
} from "./cards.ts";

const truth: CardTruth = {
  idNumber: "001204000017",
  fullName: "TRẦN MINH KHÔI",
  dateOfBirth: "17/03/2004",
  sex: "Nam",
  nationality: "Việt Nam",
  placeOfOrigin: "Đặng Xá, Gia Lâm, Hà Nội",
  placeOfResidence: "Thôn 2, Đặng Xá, Gia Lâm, Hà Nội",
  dateOfExpiry: "17/03/2029",
  dateOfIssue: "22/08/2022",
  issuedBy: "BỘ CÔNG AN",
};
const all = Object.keys(truth) as (keyof CardTruth)[];
const verdict = (changes: Partial<CardVerdict>): CardVerdict => {
  return {
    kind: "2024",
    condition: "clean",
    seed: 7,
    right: all,
    wrong: [],
    isComplete: true,
    certain: [],
    ms: 400,
    ...changes,
  };
};

it("counts a name with a missing accent as wrong, and an omitted field as missing", () => {
  const fields = { idNumber: "001204000017", fullName: "TRÂN MINH KHÔI" };
  expect(checkCard(fields, truth)).toEqual({
    right: ["idNumber"],
    wrong: ["fullName"],
  });
});

it("counts a card as fully read only if every field is right and the reader reports success", () => {
  const said = verdict({});
  const unsaid = verdict({ isComplete: false });
  const lacking = verdict({ right: all.slice(1) });
  expect(scoreCards([said, unsaid, lacking, said]).fullyReadPercent).toBe(50);
});

it("counts each wrong number, even in an incomplete answer", () => {
  const wrong = verdict({ right: all.slice(1), wrong: ["idNumber"], isComplete: false });
  const score = scoreCards([wrong, verdict({})]);
  expect(score.wrongNumberCount).toBe(1);
  expect(score.wronglyCompletePercent).toBe(0);
  expect(score.identityPercent).toBe(50);
});

it("names the wrong fields of cards that were reported complete", () => {
  const wrong = verdict({ right: all.slice(1), wrong: ["idNumber"] });
  const lines = listWronglyComplete([wrong, { ...wrong, isComplete: false }, verdict({})]);
  expect(lines).toEqual(["clean, 2024, seed 7: idNumber"]);
});

it("covers all conditions of a row with both kinds of cards", () => {
  for (const row of cardRows) {
    const tasks = listCardTasks(row, 12, 0);
    expect(tasks).toHaveLength(24);
    const pairs = new Set(tasks.map(({ condition, order }) => `${order.kind} ${condition}`));
    expect(pairs.size).toBe(row.conditions.length * 2);
  }
});

it("rates the certain values of all cards by their confidence", () => {
  const certain = [
    [0.99, true],
    [0.96, true],
    [0.96, false],
    [0.7, true],
  ] as const;
  const rated = rateCertainty([verdict({ certain }), verdict({ certain: [[0.91, true]] })]);
  expect(rated.map(({ from, count, rightCount }) => [from, count, rightCount])).toEqual([
    [0, 1, 1],
    [0.8, 0, 0],
    [0.9, 1, 1],
    [0.95, 2, 1],
    [0.99, 1, 1],
  ]);
});
