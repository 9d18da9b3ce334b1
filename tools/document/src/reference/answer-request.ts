import type { Answer, Route } from "./list-routes.ts";

/** The methods that every route answers. */
export const methodsAllowed = ["GET", "HEAD"];

/** Finds the route of a request and lets it answer: first the path, then the method. */
export async function answerRequest(
  routes: readonly Route[],
  method: string,
  target: string,
): Promise<Answer> {
  const [path = ""] = target.split("?", 1);
  const route = routes.find((candidate) => leadsTo(candidate, path));
  if (route === undefined)
    return failure(404, "not_found", "Nothing is served here; / leads to the reference.");
  if (!methodsAllowed.includes(method)) {
    return failure(405, "method_not_allowed", "The reference can only be read: GET and HEAD.");
  }
  return route.answer(path.slice(route.path.length));
}

/** The answer where something failed that nobody foresaw; the reason stays on this side. */
export const unexpectedFailure: Answer = failure(
  500,
  "internal_error",
  "Something failed here; the terminal of the server shows what.",
);

function leadsTo(route: Route, path: string): boolean {
  return route.below ? path.startsWith(route.path) : path === route.path;
}

function failure(status: number, error: string, message: string): Answer {
  return { kind: "failure", status, error, message };
}
