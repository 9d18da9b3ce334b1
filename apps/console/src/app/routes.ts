/** The address is the state: it names the view and everything that the view shows. */
import { computed, signal } from "@preact/signals";

/** The views in the order of the rail, and the letter after `g` that opens each. */
export const viewKeys = {
  overview: "o",
  calls: "c",
  accounts: "a",
  "what-if": "w",
  market: "m",
  audit: "u",
  status: "s",
} as const;

export type ViewName = keyof typeof viewKeys;

export const viewNames = Object.keys(viewKeys) as readonly ViewName[];

/** What an address says besides its view; undefined leaves a parameter out. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const address = signal<URL>(new URL("http://localhost/console"));

const namedView = computed(() => address.value.pathname.split("/")[2] || "overview");

/** The view that the address names; the overview for any other. */
export const currentView = computed<ViewName>(
  () => viewNames.find((each) => each === namedView.value) ?? "overview",
);

/** Whether the address names a view that does not exist. */
export const isUnknownView = computed(() => namedView.value !== currentView.value);

/** The parameters of the address. */
export const query = computed<URLSearchParams>(() => address.value.searchParams);

/** The parameters of these names that say something. */
export function readQuery(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([...query.value].filter(([name, value]) => names.includes(name) && value !== ""));
}

export function addressOf(view: ViewName, parameters: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of [value ?? []].flat()) if (each !== "") search.append(name, each);
  }
  const path = view === "overview" ? "/console" : `/console/${view}`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The address of this view with some parameters changed. */
export function changedAddress(changes: Query): string {
  const names = [...new Set(query.value.keys())];
  const kept = Object.fromEntries(names.map((name) => [name, query.value.getAll(name)]));
  return addressOf(currentView.value, { ...kept, ...changes });
}

/** Browsers refuse some hundred writes of the history in half a minute, so those of a slider are drawn together. */
const writeMs = 200;
let timer: ReturnType<typeof setTimeout> | undefined;
let write: (() => void) | undefined;

function flush(): void {
  clearTimeout(timer);
  try {
    write?.();
  } catch {
    // The page shows the address all the same.
  }
  write = undefined;
}

/** Whether the address bar is the desk's; in a frame it is that of the page around. */
let hasBar = true;

/** Goes to an address. What changes while one types replaces the present entry of the history. */
export function go(to: string, { replaces = false }: { readonly replaces?: boolean } = {}): void {
  const next = new URL(to, location.href);
  if (next.href === address.peek().href) return;
  const isOtherView = next.pathname !== address.peek().pathname;
  if (hasBar) record(next, replaces);
  address.value = next;
  if (isOtherView) scrollTo(0, 0);
}

function record(next: URL, replaces: boolean): void {
  if (replaces) {
    write = () => history.replaceState(null, "", next);
    clearTimeout(timer);
    timer = setTimeout(flush, writeMs);
  } else {
    flush();
    write = () => history.pushState(null, "", next);
    flush();
  }
}

/** Follows every plain click on a link to the desk, and the address bar unless the first address is given. */
export function startRoutes(first?: string): void {
  const follow = (): void => {
    clearTimeout(timer);
    write = undefined;
    address.value = new URL(location.href);
  };
  if (first === undefined) {
    follow();
    addEventListener("popstate", follow);
  } else {
    hasBar = false;
    go(first);
  }
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (link === null || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    if (link.hash !== "" || link.origin !== location.origin || !/^\/console(\/|$)/.test(link.pathname))
      return;
    event.preventDefault();
    go(link.href);
  });
}
