import type { FixedAnswers } from "./fixed-answers.ts";

/** What a server adds by itself, each in its own way. */
const ownHeaders = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Asks a server once for each path, and keeps what it answers. */
export async function recordAnswers(
  port: number,
  paths: readonly string[],
  token: string,
): Promise<FixedAnswers> {
  const answers: Record<string, FixedAnswers[string]> = {};
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
    });
    if (answer.status !== 200) throw new Error(`${path} was answered by ${answer.status}.`);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ownHeaders.has(name)));
    answers[path] = { headers, body: await answer.text() };
  }
  return answers;
}
