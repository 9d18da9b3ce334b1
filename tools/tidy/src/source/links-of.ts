/** A link of a Markdown page. */
export interface Link {
  readonly target: string;
  readonly line: number;
}

/** Lists the links of a Markdown text, inline and by reference, outside of code. */
export function linksOf(text: string): Link[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, " ");
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, blank).replaceAll(/`[^`\n]*`/g, blank);
  return [...prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)|^\[[^\]^]+\]:\s*(\S+)/gm)].map((match) => ({
    target: match[1] ?? match[2] ?? "",
    line: prose.slice(0, match.index).split("\n").length,
  }));
}
