import type { Comment } from "oxc-parser";
import type { Module } from "./parse-module.ts";

/** What a reader takes for one comment: a block, or the lines that follow each other. */
export interface Remark {
  readonly text: string;
  readonly line: number;
}

/** Lists the comments of a module, without what is written for a machine. */
export function commentsOf(module: Module): Remark[] {
  const remarks: { text: string; line: number; lineEnd: number; isLine: boolean }[] = [];
  for (const comment of module.comments) {
    const text = plain(comment);
    if (isForMachine(text)) continue;
    const line = module.lineAt(comment.start);
    const isLine = comment.type === "Line";
    const last = remarks.at(-1);
    if (isLine && last?.isLine && last.lineEnd === line - 1 && standsAlone(module, comment)) {
      last.text += `\n${text}`;
      last.lineEnd = line;
    } else remarks.push({ text, line, lineEnd: module.lineAt(comment.end), isLine });
  }
  return remarks.map(({ text, line }) => ({ text, line }));
}

function plain(comment: Comment): string {
  const lines = comment.value.split("\n").map((line) => line.replace(/^\s*\*+ ?/, "").trimEnd());
  return lines.join("\n").trim();
}

/** Compilers, test runners and bundlers are spoken to in comments too. */
function isForMachine(text: string): boolean {
  return /^(@ts-|biome-|@vitest-|v8 |[#@]__|\/|#|!|@jsx|@type )/.test(text) || text === "";
}

function standsAlone(module: Module, comment: Comment): boolean {
  const lineStart = module.text.lastIndexOf("\n", comment.start) + 1;
  return module.text.slice(lineStart, comment.start).trim() === "";
}
