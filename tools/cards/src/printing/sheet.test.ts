import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { givenWords, middleWords, surnameWords } from "../people/person.ts";
import { hamlets, provincesBefore2025, provincesSince2025, streets } from "../people/places.ts";
import { loadTypeface } from "./sheet.ts";
import { typefaceNames } from "./style.ts";

const { resolve } = createRequire(import.meta.url);

it.each([...typefaceNames])(
  "has every letter of names and places in the two loaded scripts of %s, in two cuts",
  (name) => {
    expect(Object.keys(loadTypeface(name))).toEqual(["regular", "bold"]);
    const path = resolve(`@fontsource/${name}/unicode.json`);
    const ranges = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
    const held = [ranges["latin"], ranges["vietnamese"]].flatMap((list) =>
      (list ?? "").split(",").map(readRange),
    );
    const missing = everyLetter().filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return !held.some(([from, to]) => code >= from && code <= to);
    });
    expect(missing).toEqual([]);
  },
);

function everyLetter(): string[] {
  const places = provincesBefore2025.flatMap(({ name, wards }) => [
    name,
    ...wards.flatMap((ward) => Object.values(ward)),
  ]);
  const newPlaces = provincesSince2025.flatMap(({ name, wards }) => [name, ...wards]);
  const names = [surnameWords, middleWords.man, middleWords.woman, givenWords.man, givenWords.woman].flat();
  const text = [...names, ...places, ...newPlaces, ...hamlets, ...streets].join("");
  return [...new Set(text.normalize("NFC") + text.toUpperCase().normalize("NFC"))];
}

function readRange(range: string): readonly [number, number] {
  const [from = "", to = from] = range.trim().slice(2).split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
