/** Who is signed in: the token, kept by this tab alone, and why it is asked for again. */
import { signal } from "@preact/signals";
import { texts } from "../text/text.ts";

/** Why one has to sign in. */
export type SignInReason = "new" | "refused" | "forbidden" | "left";

const storageKey = "desk-token";

export const token = signal<string | undefined>(undefined);
export const signInReason = signal<SignInReason>("new");

/**
 * Takes the token of the address or of this tab. The address loses it at once, so that no history or link keeps it. A link could
 * have one act as somebody else, so one who is signed in is asked first.
 */
export function startSession(): void {
  const given = /^#token=([\w.~+/=-]+)$/.exec(location.hash)?.[1];
  if (location.hash.startsWith("#token=")) {
    history.replaceState(null, "", location.pathname + location.search);
  }
  const kept = sessionStorage.getItem(storageKey);
  const { mayReplace } = texts.value.signIn;
  const [name, keptName] = [nameOf(given), nameOf(kept)];
  if (given !== undefined && (kept === null || name === keptName || confirm(mayReplace(name, keptName)))) {
    sessionStorage.setItem(storageKey, given);
  }
  token.value = sessionStorage.getItem(storageKey) ?? undefined;
  // Chromium keeps the page when the address of the greeting is pasted into a tab that shows the desk.
  addEventListener("hashchange", startSession, { once: true });
}

/** Whom a token names, as far as the page can read it; the service alone judges the token. */
export function nameOf(given: string | null | undefined): string {
  try {
    const bytes = atob((given?.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0))));
    return String(claims.sub ?? "");
  } catch {
    return "";
  }
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
