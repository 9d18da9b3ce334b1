import { expect, test } from "vitest";
import { drawMrz } from "../../testing/draw-mrz.ts";
import { makeMrzTemplates, readMrz } from "./read-mrz.ts";

const lines = [
  "IDVNM2040000178001204000017<<9",
  "0403173M2903172VNM<<<<<<<<<<<8",
  "TRAN<<MINH<KHOI<<<<<<<<<<<<<<<",
];
const plain = { left: 36, top: 290, pitch: 20, slope: 0, grain: 0, ink: 30, paper: 210 };
const templates = makeMrzTemplates();

/** A linear congruential generator, good enough for grain. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("an MRZ is read anywhere on the lower half, and with a slope", () => {
  for (const change of [
    {},
    { left: 20, top: 270 },
    { left: 50, top: 310 },
    { slope: 0.012 },
    { slope: -0.015 },
  ]) {
    const read = readMrz(drawMrz(lines, { ...plain, ...change }, makeRandom(1)), templates);
    expect(read.fields?.idNumber, JSON.stringify(change)).toBe("001204000017");
    expect(read.fields?.plainName).toBe("TRAN MINH KHOI");
  }
});

test("an MRZ is read on a card that was straightened 3 % too narrow or too wide", () => {
  for (const pitch of [19.4, 20.6]) {
    const read = readMrz(drawMrz(lines, { ...plain, pitch, left: 25 }, makeRandom(1)), templates);
    expect(read.fields?.idNumber, String(pitch)).toBe("001204000017");
  }
});

test("an MRZ of pale ink on coarse grain is read", () => {
  const drawn = drawMrz(lines, { ...plain, ink: 120, paper: 180, grain: 25 }, makeRandom(2));
  expect(readMrz(drawn, templates).fields?.idNumber).toBe("001204000017");
});

test("grain alone gives no fields and a low score", () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const read = readMrz(drawMrz([], { ...plain, grain: 40 }, makeRandom(seed)), templates);
    expect(read.fields).toBeUndefined();
    expect(read.score).toBeLessThan(0.6);
  }
});

test("a clear MRZ with a wrong check digit gives no fields", () => {
  const wrong = [lines[0]?.replace("204000017800", "204000017700") ?? "", ...lines.slice(1)];
  const read = readMrz(drawMrz(wrong, plain, makeRandom(1)), templates);
  expect(read.fields).toBeUndefined();
  expect(read.score).toBeGreaterThan(0.8);
});
