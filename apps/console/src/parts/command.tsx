/** The command that gives the same numbers in a shell. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { service } from "../app/api.ts";
import { texts } from "../text/text.ts";
import { curlLineOf } from "./shell-line.ts";

export function Command({ line }: { readonly line: string | undefined }): VNode | null {
  const [isCopied, setCopied] = useState(false);
  if (line === undefined) return null;
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

/** A line for what only the process knows: `curlLine\`/accounts/${accountId}\``. */
export function curlLine(
  path: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string | undefined {
  return curlLineOf(service.value.baseUrl, path, values);
}
