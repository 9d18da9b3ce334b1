/** The switches of language and theme. */
import type { VNode } from "preact";
import { chooseLanguage, language, languages, texts } from "../text/text.ts";
import { Choice } from "./choice.tsx";
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
      <Choice
        label={shell.theme}
        isLabelHidden
        values={themes}
        value={theme.value}
        nameOf={(each) => shell.themes[each]}
        onChoose={(chosen) => {
          theme.value = chosen;
        }}
      />
    </div>
  );
}
