import { watch } from "node:fs";
import { basename, dirname, sep } from "node:path";

/** Calls back when the document or one of its examples is written, replaced, added or removed. */
export function watchDocument(
  documentPath: string,
  onChange: () => void,
  complain: (line: string) => void,
): () => void {
  const name = basename(documentPath);
  // The folder is watched rather than the file, because editors replace a file instead of writing into it.
  const watcher = watch(dirname(documentPath), { recursive: true }, (_event, changed) => {
    if (changed === null || changed === name || isExample(changed)) onChange();
  });
  watcher.on("error", (failure) => {
    complain(`Changes can no longer be seen (${failure.message}); start again to follow them.`);
  });
  return () => watcher.close();
}

function isExample(changed: string): boolean {
  return changed.startsWith(`examples${sep}`) && changed.endsWith(".json");
}
