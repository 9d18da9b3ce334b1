/** The page that lists why a change is refused: `pnpm refusals` writes docs/refusals.md from the tables. */
import { writeFile } from "node:fs/promises";
import {
  cashRefusals,
  contactRefusals,
  coverRefusals,
  formatRefusal,
  priceRefusals,
  ratesRefusals,
} from "@trading-oms/brokerage";

export const refusalsFile: URL = new URL("../../../../docs/refusals.md", import.meta.url);

/** Figures to show the texts with. */
const example = {
  symbol: "FPT",
  amountVnd: 25_000_000n,
  coveredVnd: 0n,
  boundVnd: 20_000_000n,
  tradingPowerVnd: 20_000_000n,
  level: "symbol",
  name: "FTP",
  unlisted: "FTP is not listed; did you mean FPT?",
  faults: "marginCallRate 0.6 is above marginRatio 0.5: lower it.",
  endedCount: 2,
  endedOutstandingVnd: 5_000_000n,
  price: "60,000",
  lastPrice: "80,000",
  floor: "77,200",
  ceiling: "88,800",
  isInBand: false,
  symbols: "FPT",
  tooLarge: "maintenance margin comes to more than is counted exactly.",
} as const;

type Texts = Parameters<typeof formatRefusal<string, typeof example>>[0];

/** Renders the page from the tables of refusals. */
export function renderRefusals(): string {
  return `# Refusals

Why a change is refused. \`setCoveredMarginCall\` answers 200 with \`status: failed\`, the code in the header \`OMS-Refusal\`, and the reason in
\`message\`; \`previewCover\` of the companion and what an operator changes have the code in their body. \`Accept-Language\` chooses English or Vietnamese.
Nothing is changed by a refusal.

This page is written from the tables in \`packages/brokerage/src/refusal-texts.ts\`.

## Covered amounts

${renderTable(coverRefusals)}

## Cash

${renderTable(cashRefusals)}

## Contacts

${renderTable(contactRefusals)}

## Rates

${renderTable(ratesRefusals)}

## Prices by hand

${renderTable(priceRefusals)}
`;
}

function renderTable(texts: Texts): string {
  const rows = Object.entries(texts).map(([code, { meaning }]) => {
    const [english, vietnamese] = (["en", "vi"] as const).map((language) =>
      formatRefusal(texts, code, example, language),
    );
    return `| \`${code.replaceAll("-", "_")}\` | ${meaning} | ${english} | ${vietnamese} |`;
  });
  return `| Code | Meaning | In English | In Vietnamese |\n|---|---|---|---|\n${rows.join("\n")}`;
}

if (import.meta.main) await writeFile(refusalsFile, renderRefusals());
