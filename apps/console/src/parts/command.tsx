/** The command that gives the same numbers in a shell. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { texts } from "../text/text.ts";

export function Command({ line }: { readonly line: string }): VNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(line);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <p class="command">
      <code>{line}</code>
      {/* Browsers have a clipboard only on https and on this machine. */}
      {navigator.clipboard && (
        <button type="button" class="link" onClick={copy} aria-label={texts.value.common.copyCommand(line)}>
          {isCopied ? texts.value.common.copied : texts.value.common.copy}
        </button>
      )}
    </p>
  );
}

/** A line for what only the process knows. */
export function curl(path: string): string {
  return `curl -H "Authorization: Bearer $TOKEN" "${location.origin}${path}"`;
}
