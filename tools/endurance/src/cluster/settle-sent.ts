import type { SentCover } from "../race/sent-cover.ts";

/**
 * Gives what clients know at last of what they sent. An order whose answer was lost, or that was told to come again, was
 * sent again under its key; what the key was answered is what the order came to, whichever of its tries was the one.
 */
export function settleSent(sent: readonly SentCover[]): {
  readonly settled: readonly SentCover[];
  readonly faults: readonly string[];
} {
  const answers = new Map<string, SentCover>();
  for (const each of sent) if (each.status === 200 && each.key !== undefined) answers.set(each.key, each);
  const faults: string[] = [];
  const settled = sent.map((each) => {
    if (each.status === 200) return each;
    const answer = answers.get(each.key ?? "");
    if (answer !== undefined) return { ...each, status: answer.status, body: answer.body };
    faults.push(`${each.requestId} was never answered, last by ${each.status} ${each.body.slice(0, 200)}`);
    return each;
  });
  return { settled, faults };
}
