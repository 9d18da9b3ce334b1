/** The keys of the desk: `/` search, `g` and a letter for a view, `j` and `k` for rows, `Esc`, `?`. */
import { signal } from "@preact/signals";
import { addressOf, changedAddress, go, query, type ViewName, viewKeys } from "./routes.ts";

/** Whether the list of the keys is open. */
export const isHelpOpen = signal(false);

const chordMs = 1_500;

export function startKeys(): void {
  let chordUntilMs = 0;
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
    const { target, key } = event;
    const isTyping = target instanceof Element && target.closest("input, select, textarea") !== null;
    // A dialog and a menu close themselves by Escape, and nothing behind them is reached.
    if (document.querySelector("dialog[open], :popover-open") !== null) return;
    if (key === "Escape") {
      closeInnermost(isTyping ? (target as HTMLElement) : undefined);
      return;
    }
    if (isTyping) return;
    const isChord = performance.now() < chordUntilMs;
    chordUntilMs = key === "g" ? performance.now() + chordMs : 0;
    const view = isChord ? Object.entries(viewKeys).find(([, letter]) => letter === key)?.[0] : undefined;
    if (view !== undefined) go(addressOf(view as ViewName));
    else if (key === "/") document.querySelector<HTMLElement>("#search")?.focus();
    else if (key === "?") isHelpOpen.value = true;
    else if (key === "j" || key === "k") moveRow(key === "j" ? 1 : -1);
    else return;
    event.preventDefault();
  });
}

function closeInnermost(field: HTMLElement | undefined): void {
  if (field !== undefined) field.blur();
  else if (query.peek().has("open")) {
    const opened = query.peek().get("open");
    go(changedAddress({ open: undefined }));
    // Back to the row that was left.
    requestAnimationFrame(() => {
      const links = [...document.querySelectorAll<HTMLElement>("main [data-opens]")];
      links.find(({ dataset }) => dataset["opens"] === opened)?.focus();
    });
  }
}

function moveRow(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>("main tbody tr [data-opens]")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by));
  links[next]?.focus();
  links[next]?.scrollIntoView({ block: "nearest" });
}
