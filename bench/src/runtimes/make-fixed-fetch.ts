import type { FixedAnswers } from "./fixed-answers.ts";

/** A handler that sends the same bytes each time, for servers of `Request` and `Response`. */
export function makeFixedFetch(given: FixedAnswers): (request: Request) => Response {
  const encoder = new TextEncoder();
  const answers = new Map(
    Object.entries(given).map(([path, { headers, body }]) => [
      path,
      { headers, bytes: encoder.encode(body) },
    ]),
  );
  return ({ url }) => {
    const answer = answers.get(url.slice(url.indexOf("/", 8)));
    if (answer === undefined) return new Response(null, { status: 404 });
    return new Response(answer.bytes, { headers: answer.headers });
  };
}
