/** The texts of the page in the language that was chosen, or else the browser's. */
import { computed, effect, signal } from "@preact/signals";
import { en, type Texts } from "./en.ts";
import { vi } from "./vi.ts";

export const languages = ["vi", "en"] as const;
export type Language = (typeof languages)[number];

const storageKey = "desk-language";
const dictionaries: Readonly<Record<Language, Texts>> = { en, vi };

export const language = signal<Language>("en");

/** The texts; reading one makes a component follow the language. */
export const texts = computed<Texts>(() => dictionaries[language.value]);

/** Applies the language that was chosen, or the first of the browser's that there is. */
export function startLanguage(): void {
  const wished = [localStorage.getItem(storageKey), ...navigator.languages];
  const found = wished.flatMap((each) => languages.find((known) => each?.startsWith(known)) ?? [])[0];
  language.value = found ?? "en";
  effect(() => {
    document.documentElement.lang = language.value;
  });
}

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen);
  language.value = chosen;
}
