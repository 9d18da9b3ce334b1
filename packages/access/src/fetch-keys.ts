import type { Jwks } from "./jwk.ts";
import { KeysFault } from "./keys-fault.ts";
import { sortKeys } from "./parse-keys.ts";

/** One asking of a host for its keys. */
export type KeysRequest = {
  readonly url: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits, and rejects when the signal is aborted first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** How long it may take, the body of the answer included. */
  readonly timeoutMs: number;
};

const sizeBytesMax = 65_536;

/**
 * Fetches the keys that a host publishes. A key set without a key that signs is an answer: its host trusts none any more. It
 * rejects with a sentence where the answer is no key set, or every key in it that ought to sign is broken.
 */
export async function fetchKeys({ url, fetch, wait, timeoutMs }: KeysRequest): Promise<Jwks> {
  const text = await within(timeoutMs, wait, async (signal) => {
    // Keys come from the host that was named, and from nobody that it may point to.
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      const { status } = response;
      throw new KeysFault("host-status", `The host of the keys answered ${status} instead of 200.`, {
        status,
      });
    }
    return readText(response);
  });
  const { jwks, issues } = await sortKeys(text);
  if (jwks.keys.length > 0 || issues.length === 0) return jwks;
  throw new KeysFault(
    "no-usable-key",
    `The host of the keys gave none that can be used. ${issues.join(" ")}`.trim(),
  );
}

async function within<Result>(
  timeoutMs: number,
  wait: KeysRequest["wait"],
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const acting = new AbortController();
  const waiting = new AbortController();
  const failure = new KeysFault("host-late", `The host of the keys did not answer within ${timeoutMs} ms.`);
  const late = new Promise<never>((_settle, reject) => {
    const end = () => {
      reject(failure);
      acting.abort(failure);
    };
    wait(timeoutMs, waiting.signal).then(end, () => {});
  });
  try {
    return await Promise.race([act(acting.signal), late]);
  } catch (thrown) {
    if (thrown instanceof KeysFault) throw thrown;
    throw new KeysFault("host-unreachable", "The host of the keys can't be reached.", { cause: thrown });
  } finally {
    waiting.abort();
  }
}

/** A host that never stops sending would otherwise fill the memory. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = "";
  let byteCount = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return text + decoder.decode();
    byteCount += part.value.byteLength;
    if (byteCount > sizeBytesMax) {
      await reader?.cancel();
      throw new KeysFault("answer-too-large", `The host of the keys sent more than ${sizeBytesMax} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
}
