import { readFile } from "node:fs/promises";
import { type Content, makeContent } from "./make-content.ts";
import { mendPageScript } from "./mend-page-script.ts";

/** Gives the script that draws the reference; read from disk when a page first asks for it, and once. */
export function loadPageScript(path: string): () => Promise<Content> {
  let loading: Promise<Content> | undefined;
  return () => {
    loading ??= readFile(path, "utf8").then((script) =>
      makeContent("text/javascript; charset=utf-8", mendPageScript(script)),
    );
    return loading;
  };
}
