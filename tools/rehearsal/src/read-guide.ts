/** Something that a guide has its reader do. */
export type GuideStep =
  /** Write these lines into the document, at the end of the paths or of the schemas. */
  | { readonly kind: "yaml"; readonly place: string; readonly text: string }
  /** Put the second lines where the first stand. */
  | { readonly kind: "diff"; readonly path: string; readonly before: string; readonly after: string }
  /** Run these lines in a shell at the top of the repository. */
  | { readonly kind: "sh"; readonly isSlow: boolean; readonly text: string };

const fence = /^ *```(yaml|diff|sh)(?: (\S+))?\n(.*?)^ *```$/gms;

/** Every step of a guide that can be done by machine, in order; each stands in a fence that says where it belongs. */
export function readGuide(markdown: string): GuideStep[] {
  return [...markdown.matchAll(fence)].map(([, kind, place = "", indented = ""]) => {
    const text = dedent(indented);
    if (kind === "yaml") return { kind, place, text };
    if (kind === "sh") return { kind, isSlow: place === "slow", text };
    const linesOf = (sign: string): string =>
      text
        .split("\n")
        .filter((line) => line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    return { kind: "diff", path: place, before: linesOf("-"), after: linesOf("+") };
  });
}

/** Takes from each line the indentation of the list that the fence stands in. */
function dedent(text: string): string {
  return text.replaceAll(/^ {3}/gm, "");
}
