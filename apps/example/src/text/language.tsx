/** The language that was chosen, or else the browser's, and its texts for every component below. */
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import en from "./en.json" with { type: "json" };
import vi from "./vi.json" with { type: "json" };

/** A language that lacks a text is a type error. */
export type Texts = typeof en;
export type Language = "vi" | "en";

const dictionaries: Readonly<Record<Language, Texts>> = { vi, en };
const names: Readonly<Record<Language, string>> = { vi: "Tiếng Việt", en: "English" };
const storageKey = "example-language";

const LanguageContext = createContext({ language: "en" as Language, choose: (_: Language): void => {} });

/** The first of the wished languages that there is. */
export function pickLanguage(wished: readonly (string | null)[]): Language {
  return wished.map((each) => each?.slice(0, 2)).find((each) => each === "vi" || each === "en") ?? "en";
}

export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const wished = [localStorage.getItem(storageKey), ...navigator.languages];
  const [language, choose] = useState(() => pickLanguage(wished));
  useEffect(() => {
    document.documentElement.lang = language;
    localStorage.setItem(storageKey, language);
  }, [language]);
  return <LanguageContext value={{ language, choose }}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return use(LanguageContext).language;
}

export function useTexts(): Texts {
  return dictionaries[useLanguage()];
}

/** The switch between the languages, each by its own name. */
export function LanguageChoice(): ReactNode {
  const { language, choose } = use(LanguageContext);
  return (
    <fieldset className="choice">
      <legend>{useTexts().you.language}</legend>
      {(["vi", "en"] as const).map((each) => (
        <label key={each} lang={each}>
          <input type="radio" name="language" checked={each === language} onChange={() => choose(each)} />
          {names[each]}
        </label>
      ))}
    </fieldset>
  );
}

/** Puts values into the places of a text: `fill("{count} new", { count: 2 })`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
