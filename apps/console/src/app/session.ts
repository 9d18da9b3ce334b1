/** Who is signed in: the token, kept by this tab alone, and why it is asked for again. */
import { signal } from "@preact/signals";

/** Why one has to sign in. */
export type SignInReason = "new" | "refused" | "forbidden" | "left";

const storageKey = "desk-token";

export const token = signal<string | undefined>(undefined);
export const signInReason = signal<SignInReason>("new");

/** Takes the token of the address or of this tab. The address loses it at once, so that no history or link keeps it. */
export function startSession(): void {
  const given = /^#token=([\w.~+/=-]+)$/.exec(location.hash)?.[1];
  if (location.hash.startsWith("#token=")) {
    history.replaceState(null, "", location.pathname + location.search);
  }
  if (given !== undefined) sessionStorage.setItem(storageKey, given);
  token.value = sessionStorage.getItem(storageKey) ?? undefined;
  // Chromium keeps the page when the address of the greeting is pasted into a tab that shows the desk.
  addEventListener("hashchange", startSession, { once: true });
}

export function signIn(given: string): void {
  sessionStorage.setItem(storageKey, given);
  token.value = given;
}

export function signOut(reason: SignInReason): void {
  sessionStorage.removeItem(storageKey);
  signInReason.value = reason;
  token.value = undefined;
}
