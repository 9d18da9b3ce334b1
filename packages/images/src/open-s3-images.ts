import type { ImageStore } from "@trading-oms/brokerage/ports";
import { AwsClient } from "aws4fetch";

/** What opens a bucket. */
export type S3Settings = {
  /** The bucket's own address, by path or by host, such as `https://s3.example.com/cards`. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** How long a call may take, further tries included; 5,000. */
  readonly timeoutMs?: number;
};

const tryPausesMs = [100, 400];

/** Opens a bucket of S3, or of whatever speaks it, as a store of images. Nothing is asked of it before it is used. */
export function openS3Images(settings: S3Settings): ImageStore {
  const { bucketUrl, region, accessKeyId, secretAccessKey, timeoutMs = 5_000 } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const root = bucketUrl.replace(/\/+$/, "");
  const send = async (method: string, rest: string, body?: Uint8Array<ArrayBuffer>): Promise<Answered> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { "X-Amz-Content-Sha256": await digest(body ?? new Uint8Array()) };
    for (let tryCount = 0; ; tryCount += 1) {
      const pauseMs = tryPausesMs[tryCount];
      try {
        // A redirect is signed for another, and a bucket is asked by its own name.
        const init = { method, headers, signal, redirect: "manual", ...(body && { body }) } as const;
        const response = await fetch(await client.sign(`${root}${rest}`, init));
        const answered = { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
        if (pauseMs === undefined || (answered.status < 500 && answered.status !== 429)) return answered;
      } catch (failure) {
        if (pauseMs === undefined || signal.aborted) throw failure;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  return {
    put: async (name, bytes) => {
      judge(await send("PUT", `/${name}`, bytes));
    },
    get: async (name) => {
      const answered = await send("GET", `/${name}`);
      return answered.status === 404 && isKeyMissing(answered) ? undefined : judge(answered).bytes;
    },
    remove: async (name) => {
      const answered = await send("DELETE", `/${name}`);
      if (answered.status !== 404 || !isKeyMissing(answered)) judge(answered);
    },
    list: async function* () {
      for (let after = ""; ; ) {
        const query = `?list-type=2${after === "" ? "" : `&start-after=${encodeURIComponent(after)}`}`;
        const { bytes } = judge(await send("GET", `/${query}`));
        const { keys, isTruncated } = readListedKeys(new TextDecoder().decode(bytes));
        yield* keys;
        const last = keys.at(-1);
        if (!isTruncated || last === undefined) return;
        after = last;
      }
    },
  };
}

type Answered = { readonly status: number; readonly bytes: Uint8Array<ArrayBuffer> };

function judge(answered: Answered): Answered {
  if (answered.status >= 200 && answered.status < 300) return answered;
  throw new StorageFault(answered.status, codeIn(answered));
}

/** A bucket that is missing is no image that is missing. */
function isKeyMissing(answered: Answered): boolean {
  return codeIn(answered) === "NoSuchKey";
}

function codeIn({ bytes }: Answered): string | undefined {
  return /<Code>(\w{1,64})<\/Code>/.exec(new TextDecoder().decode(bytes.subarray(0, 4_096)))?.[1];
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** A page of a listing: keys in their order, and whether others come after them. */
type ListedKeys = { readonly keys: readonly string[]; readonly isTruncated: boolean };

/**
 * Reads the XML of a listing. Our own names hold nothing that XML writes otherwise; a key that does is somebody else's, and its
 * spelling serves to go on after it.
 */
export function readListedKeys(xml: string): ListedKeys {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => plain(key));
  return { keys, isTruncated: /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml) };
}

const signs: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const lastCodePoint = 0x10_ffff;

/** What names no character stays as it is written. */
function plain(text: string): string {
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (written: string, sign?: string, decimal?: string, hexadecimal?: string) => {
      if (sign !== undefined) return signs[sign.toLowerCase()] ?? written;
      const point = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      return point <= lastCodePoint ? String.fromCodePoint(point) : written;
    },
  );
}

/** A storage refused what it was asked; the code is its own name for why, where it gave one. */
export class StorageFault extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string | undefined) {
    super(`The storage of images answered ${status} (${code ?? "without a code"}).`);
    this.name = "StorageFault";
    this.status = status;
    this.code = code ?? `HTTP_${status}`;
  }
}
