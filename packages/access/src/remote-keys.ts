import { type KeySource, KeysFault } from "./key-source.ts";
import { type Jwks, sortKeys } from "./keys.ts";
import { type Flight, renewedKeys } from "./renewed-keys.ts";

/** A host that publishes its keys, and how it is asked. */
export type RemoteKeysSettings = Omit<KeysRequest, "timeoutMs"> & {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long one asking may take, its body included: 5 s by default. */
  readonly timeoutMs?: number;
  /** How long nobody asks again for keys that are known: 10 min by default. */
  readonly cacheMs?: number;
  /** The shortest time between two askings for a key that is not known, and the longest pause after failures: 30 s. */
  readonly cooldownMs?: number;
  /** How long keys go on serving while the host is away: 24 h by default. */
  readonly staleMsMax?: number;
  /** Off on Workers, where a request can't wait for what another has asked for. */
  readonly isFlightShared?: boolean;
  /** Keeps the runtime awake for work that no request waits for, as `waitUntil` does on Workers. */
  readonly inBackground?: (work: Promise<void>) => void;
  /** Is told of each asking that brought no keys, in a sentence for the log. */
  readonly onFailure?: (failure: unknown) => void;
};

const lookMs = 50;

/**
 * Keys that a host publishes. Nobody is asked before the first token comes, or `warm` is called.
 *
 * @throws RangeError where keys must not be fetched from the address
 */
export function remoteKeys(settings: RemoteKeysSettings): KeySource {
  const { url, fetch, now, wait, timeoutMs = 5_000, isFlightShared = true } = settings;
  const fault = judgeKeysUrl(url);
  if (fault !== undefined) throw new RangeError(fault);
  const never = new AbortController().signal;
  const look = async ({ startedAtMs, landed }: Flight) => {
    let isLanded = false;
    void landed.then(() => {
      isLanded = true;
    });
    while (!isLanded && now() - startedAtMs < timeoutMs + lookMs) await wait(lookMs, never);
  };
  return renewedKeys({
    load: () => fetchKeys({ url, fetch, wait, timeoutMs }),
    now,
    cacheMs: settings.cacheMs ?? 600_000,
    cooldownMs: settings.cooldownMs ?? 30_000,
    staleMsMax: settings.staleMsMax,
    isHeldWhileStale: true,
    join: isFlightShared ? ({ landed }) => landed : look,
    inBackground: settings.inBackground ?? (() => {}),
    onFailure: settings.onFailure ?? (() => {}),
  });
}

/** One asking of a host for its keys. */
type KeysRequest = {
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
async function fetchKeys({ url, fetch, wait, timeoutMs }: KeysRequest): Promise<Jwks> {
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

const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * Says what is wrong with the address of a key set; gives nothing where keys may be fetched from it. Whoever can change
 * keys on their way can sign tokens, so they come by https, or from this machine.
 */
export function judgeKeysUrl(text: string): string | undefined {
  if (!URL.canParse(text))
    return "The address of the keys is no URL: write such as https://login.example/keys.";
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") {
    return "The address of the keys holds a name or a password: leave them out, for public keys need none.";
  }
  if (protocol === "https:" || (protocol === "http:" && loopback.test(hostname))) return undefined;
  return "The address of the keys is neither https nor http on this machine: use https.";
}
