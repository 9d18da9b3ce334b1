import { type KeySource, KeysFault } from "./key-source.ts";
import { classifyKeys, type Jwks } from "./keys.ts";
import { type Flight, renewedKeys } from "./renewed-keys.ts";

/** A host that publishes its keys, and when it is queried. */
export type RemoteKeysSettings = KeysRequest & {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long loaded keys are used before they are renewed: 10 min by default. */
  readonly cacheMs?: number;
  /** The minimum time between two requests for unknown key ids, and the longest pause after failures: 30 s by default. */
  readonly cooldownMs?: number;
  /** Set to false on Workers, where a request cannot await a fetch that another request started. */
  readonly isFlightShared?: boolean;
  /** Keeps the runtime alive for background work, as `waitUntil` does on Workers. */
  readonly inBackground?: (work: Promise<void>) => void;
  /** Called with a `KeysFault` after each failed request, and once when the key set becomes empty. */
  readonly onFailure?: (failure: unknown) => void;
};

/** The timeout of one request, reading the body included. */
const timeoutMs = 5_000;
const pollMs = 50;

/**
 * The keys that a host publishes. The first request is sent for the first token, or by `warm`.
 *
 * @throws RangeError if the URL is invalid, contains credentials, or is neither https nor on this machine
 */
export function remoteKeys(settings: RemoteKeysSettings): KeySource {
  const { url, fetch, now, wait, isFlightShared = true } = settings;
  const fault = checkKeysUrl(url);
  if (fault !== undefined) throw new RangeError(fault);
  const never = new AbortController().signal;
  const poll = async ({ startedAtMs, landed }: Flight) => {
    let isLanded = false;
    void landed.then(() => {
      isLanded = true;
    });
    while (!isLanded && now() - startedAtMs < timeoutMs + pollMs) await wait(pollMs, never);
  };
  return renewedKeys({
    load: () => fetchKeys({ url, fetch, wait }),
    now,
    cacheMs: settings.cacheMs ?? 600_000,
    cooldownMs: settings.cooldownMs ?? 30_000,
    isHeldWhileStale: true,
    join: isFlightShared ? ({ landed }) => landed : poll,
    inBackground: settings.inBackground ?? (() => {}),
    onFailure: settings.onFailure ?? (() => {}),
  });
}

type KeysRequest = {
  readonly url: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits, and rejects when the signal is aborted first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

const sizeBytesMax = 65_536;

/**
 * Fetches the keys that a host publishes. A set without signing keys is valid and means that the host trusts no key any more.
 *
 * @throws KeysFault if the host fails, answers late or too much, or sends no usable key set
 */
async function fetchKeys({ url, fetch, wait }: KeysRequest): Promise<Jwks> {
  const text = await inTime(wait, async (signal) => {
    // Redirects are not followed: keys come only from the configured host.
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      const { status } = response;
      throw new KeysFault("host_status", `The key host answered ${status} instead of 200.`, { status });
    }
    return readText(response);
  });
  const { jwks, issues } = await classifyKeys(text);
  if (jwks.keys.length > 0 || issues.length === 0) return jwks;
  throw new KeysFault("no_usable_key", `The key host returned no usable key. ${issues.join(" ")}`.trim());
}

async function inTime<Result>(
  wait: KeysRequest["wait"],
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const acting = new AbortController();
  const waiting = new AbortController();
  const failure = new KeysFault("host_late", `The key host did not answer within ${timeoutMs} ms.`);
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
    throw new KeysFault("host_unreachable", "The key host can't be reached.", { cause: thrown });
  } finally {
    waiting.abort();
  }
}

/** Reads the body up to a limit, so that an endless one cannot exhaust memory. */
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
      throw new KeysFault("answer_too_large", `The key host sent more than ${sizeBytesMax} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
}

const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * Returns what is wrong with the URL of a key set, or undefined. An attacker who could change keys in transit could sign
 * tokens, so the URL has to use https or point to this machine.
 */
export function checkKeysUrl(text: string): string | undefined {
  if (!URL.canParse(text))
    return "The address of the keys is not a URL: write one such as https://login.example/keys.";
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") {
    return "The address of the keys contains a user name or a password: remove them, public keys need none.";
  }
  if (protocol === "https:" || (protocol === "http:" && loopback.test(hostname))) return undefined;
  return "The address of the keys is neither https nor http on this machine: use https.";
}
