/** Opens an answer whose body has no end, with the token, retries and errors of every other call. */
import { send } from "./send.ts";
import type { ResolvedSettings } from "./settings.ts";

/**
 * The requests of each body that is open. A signal reaches a request through a weak reference on Node, so without this it
 * would no longer end a body once the request was collected.
 */
const requestsOfBody = new WeakMap<ReadableStream, readonly Request[]>();

/**
 * Sends a request like `send`, and returns a success as soon as it begins, with its body unread. The time limit and
 * retries end there; the signal of the request ends the body. Any other status is returned as `send` returns it. `refused`
 * is that of `send`.
 *
 * @throws {@link ApiError} if there is no answer.
 */
export async function openStream(
  request: Request,
  settings: ResolvedSettings,
  refused?: boolean,
): Promise<Response> {
  let opened: Response | undefined;
  let leave = (): void => {};
  const open = async (attempt: Request): Promise<Response> => {
    // `send` aborts an attempt when it has its answer, so a stream needs a signal of its own.
    const leaving = new AbortController();
    leave = () => leaving.abort();
    attempt.signal.addEventListener("abort", leave);
    const sent = new Request(attempt, { signal: leaving.signal });
    const response = await settings.fetch(sent);
    if (leaving.signal.aborted) {
      // An injected `fetch` may ignore its signal, and answer an attempt that was given up.
      await response.body?.cancel();
      throw leaving.signal.reason;
    }
    if (!response.ok) return response;
    if (response.body) requestsOfBody.set(response.body, [request, sent]);
    attempt.signal.removeEventListener("abort", leave);
    opened = response;
    return new Response(null, response);
  };
  try {
    const answer = await send(request, { ...settings, fetch: open }, refused);
    if (!answer.ok || opened === undefined) return answer;
    request.signal.addEventListener("abort", leave);
    if (request.signal.aborted) leave();
    return opened;
  } catch (failure) {
    // The stream may have begun in the moment in which the time was over.
    leave();
    throw failure;
  }
}
