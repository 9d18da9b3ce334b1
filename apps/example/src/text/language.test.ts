import { describe, expect, it } from "vitest";
import en from "./en.json" with { type: "json" };
import { fill, pickLanguage } from "./language.tsx";
import vi from "./vi.json" with { type: "json" };

it("picks the first wished language that there is", () => {
  expect(pickLanguage([null, "fr-FR", "vi-VN", "en"])).toBe("vi");
  expect(pickLanguage(["en", "vi"])).toBe("en");
  expect(pickLanguage(["fr"])).toBe("en");
});

it("fills the places of a text and leaves unknown ones", () => {
  expect(fill("{count} of {all}", { count: 0 })).toBe("0 of {all}");
});

/** Each text by its path, with its places in order. */
function listPlaces(texts: object, path = ""): [path: string, places: string[]][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "string"
      ? [[`${path}${name}`, (text.match(/\{\w+\}/g) ?? []).sort()]]
      : listPlaces(text, `${path}${name}.`),
  );
}

describe("the dictionaries", () => {
  it("have the same texts with the same places", () => {
    expect(Object.fromEntries(listPlaces(vi))).toEqual(Object.fromEntries(listPlaces(en)));
  });
});
