/** The page that lists why a change of a cover is refused. */
import { coverRefusals, formatCover } from "@trading-oms/brokerage";

export const refusalsFile: URL = new URL("../../../../docs/refusals.md", import.meta.url);

/** Figures to show the texts with. */
const example = {
  symbol: "FPT",
  amountVnd: 25_000_000n,
  coveredVnd: 0n,
  boundVnd: 20_000_000n,
  tradingPowerVnd: 20_000_000n,
  tooLarge: "maintenance margin comes to more than is counted exactly.",
};

/** Renders the page from the table of refusals. */
export function renderRefusals(): string {
  const rows = Object.entries(coverRefusals).map(([code, { meaning }]) => {
    const [english, vietnamese] = (["en", "vi"] as const).map((language) =>
      formatCover(code as keyof typeof coverRefusals, example, language),
    );
    return `| \`${code.replaceAll("-", "_")}\` | ${meaning} | ${english} | ${vietnamese} |`;
  });
  return `# Refusals

Why a change of a covered amount is refused. \`setCoveredMarginCall\` answers 200 with \`status: failed\`, the code in the header \`OMS-Refusal\`, and the reason in
\`message\`; \`previewCover\` of the companion has the code in its body. \`Accept-Language\` chooses English or Vietnamese. Nothing is changed by a refusal.

This page is written from the table in \`packages/brokerage/src/covers/refusal-texts.ts\`.

| Code | Meaning | In English | In Vietnamese |
|---|---|---|---|
${rows.join("\n")}
`;
}
