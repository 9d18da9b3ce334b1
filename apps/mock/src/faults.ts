/** What is to go wrong: answers that fail, and answers that come late. */
import type { Failure, ServedContract } from "@trading-oms/server/in-process";
import type { FailedStatus } from "./broker.ts";

const failures: Readonly<Record<FailedStatus, Failure>> = {
  401: { code: "token_refused", reason: "token_expired" },
  403: { code: "forbidden" },
  404: { code: "no_such_path" },
  408: { code: "body_timeout" },
  429: { code: "too_many_requests", who: "user", limit: 1, waitS: 1 },
  500: { code: "unexpected" },
  501: { code: "not_implemented" },
  503: { code: "store_unavailable" },
};

/** The faults that were ordered, by operation. */
export class Faults {
  readonly #paths: readonly { readonly operation: string; readonly method: string; readonly path: RegExp }[];
  readonly #failures = new Map<string, { readonly failure: Failure; left: number }>();
  /** By operation; that of all others is under an empty name. */
  readonly #delays = new Map<string, number>();

  constructor(contracts: readonly ServedContract[]) {
    this.#paths = contracts.flatMap(({ operationPrefix, routes }) =>
      Object.entries(routes).map(([id, { method, path }]) => ({
        operation: operationPrefix + id,
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      })),
    );
  }

  fail(operation: string, status: FailedStatus, times: number): void {
    const failure = failures[status];
    if (failure === undefined)
      throw new RangeError(
        `${status} is no status that can fail; there are ${Object.keys(failures).join(", ")}.`,
      );
    this.#failures.set(this.#known(operation), { failure, left: times });
  }

  delay(milliseconds: number, operation?: string): void {
    this.#delays.set(operation === undefined ? "" : this.#known(operation), milliseconds);
  }

  /** What a request meets before it is answered. */
  take({ method, url }: Request): { readonly delayMs: number; readonly failure: Failure | undefined } {
    const { pathname } = new URL(url);
    const found = this.#paths.find((each) => each.method === method && each.path.test(pathname));
    const { operation = "" } = found ?? {};
    const ordered = this.#failures.get(operation);
    const isFailing = ordered !== undefined && ordered.left > 0;
    if (isFailing) ordered.left -= 1;
    const delayMs = this.#delays.get(operation) ?? this.#delays.get("") ?? 0;
    return { delayMs, failure: isFailing ? ordered.failure : undefined };
  }

  #known(operation: string): string {
    const names = this.#paths.map((each) => each.operation);
    if (names.includes(operation)) return operation;
    throw new RangeError(`There is no operation ${operation}; there are ${names.join(", ")}.`);
  }
}
