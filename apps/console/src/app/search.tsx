/** The search of the bar: accounts, users and symbols as one types. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { texts } from "../text/text.ts";
import { api } from "./api.ts";
import { usePaused } from "./poll.ts";
import { addressOf, go } from "./routes.ts";

type Found = { readonly href: string; readonly name: string; readonly detail: string };

const pauseMs = 120;
const shownMax = 6;

export function Search(): VNode {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const found = useFound(typed.trim());
  const { shell } = texts.value;
  const isShown = isOpen && typed.trim() !== "";
  const choose = (href: string | undefined): void => {
    if (href === undefined) return;
    go(href);
    setTyped("");
    setOpen(false);
    document.querySelector<HTMLElement>("main")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = found?.length ?? 0;
    if (event.key === "ArrowDown") setChosen(Math.max(0, Math.min(chosen + 1, count - 1)));
    else if (event.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
    else if (event.key === "Enter") choose(found?.[chosen]?.href);
    else return;
    event.preventDefault();
  };
  // The field has a list of ours and none of the browser, so its role is not implied.
  const comboBox = {
    role: "combobox",
    list: undefined,
    "aria-expanded": isShown,
    "aria-controls": "found",
    "aria-activedescendant": isShown && found?.length ? `found-${chosen}` : undefined,
  } as const;
  return (
    <search class="search" onFocusOut={() => setOpen(false)}>
      <input
        id="search"
        type="text"
        {...comboBox}
        aria-label={shell.search}
        placeholder={`${shell.search}   /`}
        autoComplete="off"
        spellcheck={false}
        value={typed}
        onFocus={() => setOpen(true)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosen(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="found" role="listbox" aria-label={shell.search} hidden={!isShown}>
        {found?.length === 0 && (
          <div role="option" tabIndex={-1} aria-selected="false" aria-disabled="true" class="quiet">
            {shell.nothingFound}
          </div>
        )}
        {found?.map(({ href, name, detail }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
          <div
            key={href}
            id={`found-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            // Before the field loses the focus and the list is hidden.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(href)}
          >
            <strong>{name}</strong> <span class="quiet">{detail}</span>
          </div>
        ))}
      </div>
    </search>
  );
}

/** What a term finds; undefined until it is known. */
function useFound(term: string): readonly Found[] | undefined {
  const [found, setFound] = useState<{ readonly term: string; readonly all: readonly Found[] }>();
  usePaused(pauseMs, [term], async (signal) => {
    if (term === "") return;
    const [accounts, symbols] = await Promise.all([
      findAccounts(term, signal).catch(() => undefined),
      findSymbols(term, signal).catch(() => undefined),
    ]);
    const all = [...(accounts ?? []), ...(symbols ?? [])];
    // After an error it is not known that nothing is found.
    const isKnown = all.length > 0 || (accounts !== undefined && symbols !== undefined);
    if (!signal.aborted && isKnown) setFound({ term, all });
  });
  return found?.term === term ? found.all : undefined;
}

async function findAccounts(term: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { accounts } = await api
    .peek()
    .operator.findAccounts({ query: term.slice(0, 64), limit: shownMax, signal });
  return accounts.map(({ accountId, userId }) => ({
    href: addressOf("accounts", { account: accountId }),
    name: accountId,
    detail: userId,
  }));
}

async function findSymbols(term: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { data } = await api.peek().client.searchSymbols(term, { signal });
  return data
    .slice(0, shownMax)
    .flatMap(({ symbol, companyName }) =>
      symbol === undefined
        ? []
        : [{ href: addressOf("market", { symbol }), name: symbol, detail: companyName ?? "" }],
    );
}
