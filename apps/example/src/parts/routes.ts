/** Where one is: the part of the address after `#`, read by hand, since a handful of screens needs no router. */
import { useSyncExternalStore } from "react";

/** The address in its parts, such as `["accounts", "888C000017", "FPT"]`; without any it is the market. */
export function readRoute(hash: string): string[] {
  const [path] = hash.replace(/^#\/?/, "").split("?");
  return path ? path.split("/") : ["market"];
}

/** Writes an address of its parts, none of which has signs to be escaped: `#/market/FPT`. */
export function linkTo(...parts: readonly string[]): string {
  return `#/${parts.join("/")}`;
}

/** What was searched for, as `keepSearch` has left it in the address, so that Back finds it again. */
export function readSearch(hash: string): string {
  return new URLSearchParams(hash.split("?")[1]).get("search") ?? "";
}

export function keepSearch(term: string): void {
  // The address may have left the market while the term settled.
  if (readRoute(location.hash).join("/") !== "market") return;
  history.replaceState(null, "", `#/market${term && `?${new URLSearchParams({ search: term })}`}`);
}

/** The address, which the component follows from then on. */
export function useHash(): string {
  return useSyncExternalStore(listenToHash, () => location.hash);
}

/** Calls back when the address changes by a link or the history, not by `keepSearch`. */
export function listenToHash(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}
