/** Parses JSON in which comments stand; what looks like one within a text is left there. */
export function parseJsonc(text: string): unknown {
  return JSON.parse(text.replaceAll(textOrComment, (_whole, kept: string | undefined) => kept ?? ""));
}

const textOrComment = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
