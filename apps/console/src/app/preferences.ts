/** Light or dark, kept for the next visit. */
import { effect, signal } from "@preact/signals";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "desk-theme";

export const theme = signal<Theme>("system");

/** Applies the theme that was chosen, or else the system's. */
export function startTheme(): void {
  theme.value = themes.find((each) => each === localStorage.getItem(storageKey)) ?? "system";
  effect(() => {
    localStorage.setItem(storageKey, theme.value);
    document.documentElement.dataset["theme"] = theme.value;
  });
}
