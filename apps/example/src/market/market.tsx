/** Searching, with live quotes of what was found, or else of a few symbols to begin with. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SymbolEntry } from "@trading-oms/types";
import { type ReactNode, useEffect, useState } from "react";
import { keepSearch, linkTo, listenToHash, readSearch } from "../parts/routes.ts";
import { Pending, Screen } from "../parts/screen.tsx";
import { useDebounced } from "../parts/use-debounced.ts";
import { useFollow, useQuote } from "../service/live-updates.ts";
import { useSession } from "../service/session.tsx";
import { fill, useTexts } from "../text/language.tsx";
import { Change, Price } from "./price.tsx";

const firstSymbols = ["FPT", "VCB", "HPG", "VNM", "SSI", "MWG", "SHS", "ACV"];

export function Market(): ReactNode {
  const { market: texts } = useTexts();
  const [typed, setTyped] = useState(() => readSearch(location.hash));
  const term = useDebounced(typed.trim(), 200);
  useEffect(() => keepSearch(term), [term]);
  // Two steps back at once lead from the market to the market, and this screen stays.
  useEffect(() => listenToHash(() => setTyped(readSearch(location.hash))), []);
  return (
    <Screen title={texts.title}>
      <input
        type="search"
        className="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      {term === "" ? <FirstSymbols /> : <Found term={term} />}
    </Screen>
  );
}

function Found({ term }: { readonly term: string }): ReactNode {
  const { queries } = useSession();
  const { market: texts } = useTexts();
  const found = useQuery({ ...queries.searchSymbols(term), placeholderData: keepPreviousData });
  const entries = found.data?.data ?? [];
  useFollow(entries.map(({ symbol = "" }) => symbol));
  const count = entries.length;
  return (
    <>
      <Pending query={found} />
      <p role="status" className="found">
        {found.data && (count === 0 ? fill(texts.nothing, { term }) : fill(texts.found, { count }))}
      </p>
      <ul className="rows">
        {entries.map((entry) => (
          <QuoteRow key={entry.symbol} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function FirstSymbols(): ReactNode {
  useFollow(firstSymbols);
  return (
    <ul className="rows">
      {firstSymbols.map((symbol) => (
        <FirstRow key={symbol} symbol={symbol} />
      ))}
    </ul>
  );
}

function FirstRow({ symbol }: { readonly symbol: string }): ReactNode {
  return <QuoteRow entry={useEntry(symbol).data ?? { symbol }} />;
}

/** The entry of a symbol as searching finds it, with the name of the company. */
export function useEntry(symbol: string) {
  return useQuery({
    ...useSession().queries.searchSymbols(symbol),
    select: ({ data }) => data.find((entry) => entry.symbol === symbol),
  });
}

/** A line of the board: what came by the stream, or else what the search has found. */
function QuoteRow({ entry }: { readonly entry: SymbolEntry }): ReactNode {
  const { symbol = "", companyName } = entry;
  const info = useQuote(symbol)?.info ?? entry.info ?? {};
  return (
    <li>
      <a href={linkTo("market", symbol)}>
        <b>{symbol}</b>
        <Price symbol={symbol} info={info} />
        <small className="quiet">{companyName}</small>
        <small>
          <Change info={info} />
        </small>
      </a>
    </li>
  );
}
