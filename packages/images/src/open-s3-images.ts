import type { ImageStore } from "@trading-oms/brokerage/ports";
import { AwsClient } from "aws4fetch";

/** The address and the credentials of a bucket. */
export type S3Settings = {
  /** The URL of the bucket in path or host style, such as `https://s3.example.com/cards`. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The timeout of a call, retries included: 5,000 by default. */
  readonly timeoutMs?: number;
};

const retryPausesMs = [100, 400];

/** Opens a bucket of S3 or a compatible storage as an image store. Opening sends no request. */
export function openS3Images(settings: S3Settings): ImageStore {
  const { bucketUrl, region, accessKeyId, secretAccessKey, timeoutMs = 5_000 } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const root = bucketUrl.replace(/\/+$/, "");
  const send = async (method: string, rest: string, body?: Uint8Array<ArrayBuffer>): Promise<S3Response> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { "X-Amz-Content-Sha256": await digest(body ?? new Uint8Array()) };
    for (let tryCount = 0; ; tryCount += 1) {
      const pauseMs = retryPausesMs[tryCount];
      try {
        // Redirects are not followed, because the signature is for the host of the bucket.
        const init = { method, headers, redirect: "manual", ...(body && { body }) } as const;
        // Node would lose a signal within the signed request if it collected garbage meanwhile.
        const fetched = await fetch(await client.sign(`${root}${rest}`, init), { signal });
        const response = { status: fetched.status, bytes: new Uint8Array(await fetched.arrayBuffer()) };
        if (pauseMs === undefined || (response.status < 500 && response.status !== 429)) return response;
      } catch (failure) {
        if (pauseMs === undefined || signal.aborted) throw failure;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  return {
    put: async (name, bytes) => {
      expectSuccess(await send("PUT", `/${name}`, bytes));
    },
    get: async (name) => {
      const response = await send("GET", `/${name}`);
      return response.status === 404 && isKeyMissing(response) ? undefined : expectSuccess(response).bytes;
    },
    remove: async (name) => {
      const response = await send("DELETE", `/${name}`);
      if (response.status !== 404 || !isKeyMissing(response)) expectSuccess(response);
    },
    list: async function* () {
      for (let after = ""; ; ) {
        const query = `?list-type=2${after === "" ? "" : `&start-after=${encodeURIComponent(after)}`}`;
        const { bytes } = expectSuccess(await send("GET", `/${query}`));
        const { keys, isTruncated } = readListedKeys(new TextDecoder().decode(bytes));
        yield* keys;
        const last = keys.at(-1);
        if (!isTruncated || last === undefined) return;
        after = last;
      }
    },
  };
}

type S3Response = { readonly status: number; readonly bytes: Uint8Array<ArrayBuffer> };

function expectSuccess(response: S3Response): S3Response {
  if (response.status >= 200 && response.status < 300) return response;
  throw new StorageFault(response.status, codeIn(response));
}

/** Distinguishes a missing image from a missing bucket; both have status 404. */
function isKeyMissing(response: S3Response): boolean {
  return codeIn(response) === "NoSuchKey";
}

function codeIn({ bytes }: S3Response): string | undefined {
  return /<Code>(\w{1,64})<\/Code>/.exec(new TextDecoder().decode(bytes.subarray(0, 4_096)))?.[1];
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** One page of a listing. `isTruncated` means that another page follows. */
type ListedKeys = { readonly keys: readonly string[]; readonly isTruncated: boolean };

/**
 * Parses the XML of a listing. Names of images need no escaping in XML, but other objects in the bucket may, and their
 * decoded names are needed to request the next page.
 */
export function readListedKeys(xml: string): ListedKeys {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => decodeEntities(key));
  return { keys, isTruncated: /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml) };
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const lastCodePoint = 0x10_ffff;

/** References that name no Unicode character are left as they are. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (reference: string, entity?: string, decimal?: string, hexadecimal?: string) => {
      if (entity !== undefined) return entities[entity.toLowerCase()] ?? reference;
      const point = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      return point <= lastCodePoint ? String.fromCodePoint(point) : reference;
    },
  );
}

/** An error answer of the storage. `code` is from its XML, or `HTTP_<status>` if it has none. */
export class StorageFault extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string | undefined) {
    super(`The image storage answered ${status} (${code ?? "no code"}).`);
    this.name = "StorageFault";
    this.status = status;
    this.code = code ?? `HTTP_${status}`;
  }
}
