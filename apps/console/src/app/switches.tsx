/** The switches of language and theme. */
import type { VNode } from "preact";
import { chooseLanguage, language, languages, texts } from "../text/text.ts";
import { theme, themes } from "./preferences.ts";

export function Switches(): VNode {
  const { shell } = texts.value;
  const next = languages.find((each) => each !== language.value) ?? "en";
  return (
    <div class="switches">
      {/* The other language is named in itself. */}
      <button type="button" class="link" lang={next} onClick={() => chooseLanguage(next)}>
        {next === "vi" ? "Tiếng Việt" : "English"}
      </button>
      <label>
        <span class="hidden">{shell.theme}</span>
        <select
          value={theme.value}
          onChange={({ currentTarget }) => {
            theme.value = themes.find((each) => each === currentTarget.value) ?? "system";
          }}
        >
          {themes.map((each) => (
            <option key={each} value={each}>
              {shell.themes[each]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
