import type { Log } from "../../log.ts";
import type { ServerServices } from "../../server-services.ts";
import type { Held } from "./follow-store.ts";

/**
 * Searches on what an isolate has at hand. Nobody who never searches pays for an index, and of the quotes in the store
 * those are read that a search finds, unless they are here as the store counted them last.
 */
export function makeSearchDesk(held: () => Held, log: Log): Required<ServerServices["desk"]> {
  let isWell = true;
  /** What was found for the request that is at hand, so that it is not looked for twice. */
  let found:
    | { readonly term: string; readonly desk: Held["desk"]; readonly symbols: readonly string[] }
    | undefined;
  const tell = (thrown: unknown): void => {
    if (isWell) log({ level: "error", event: "quotes not to be read", thrown });
    isWell = false;
  };
  return {
    whenReady: (term) => {
      const { book, desk, quotes } = held();
      desk.followAtOnce();
      const symbols = desk.symbolsOf(term);
      const reading = quotes.refreshOf(symbols, book.versions().quotes);
      // What is read changes what is traded most, and with it the order.
      found = reading === undefined ? { term, desk, symbols } : undefined;
      // What is known already is an answer; without any, an instrument has no quote.
      return reading?.then(() => {
        isWell = true;
      }, tell);
    },
    search: (term) => {
      const { desk } = held();
      const known = found;
      found = undefined;
      return known?.term === term && known.desk === desk ? desk.quotedOf(known.symbols) : desk.search(term);
    },
  };
}
