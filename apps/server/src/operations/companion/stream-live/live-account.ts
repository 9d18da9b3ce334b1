/** An account that a stream follows: computed when something may have changed it, and sent when a figure of it has. */
import { type AccountStatus, type ReferenceBook, type Services, statusOf } from "@trading-oms/brokerage";
import type { AccountKey, PricedAccount } from "@trading-oms/brokerage/ports";
import { formatEvent } from "../../../http/format-event.ts";
import { renderAccount } from "../../wire/account.ts";
import { unlessTooLarge } from "../../wire/numbers.ts";

/** How often an account may be sent, and how often it is computed where no price or commit asks for it. */
const pauseMs = 1_000;
const atLeastMs = 10_000;

/** The services of use cases, with a book whose versions are known. */
export type LiveAccountServices = Services & { readonly book: ReferenceBook };

export class LiveAccount {
  readonly #services: LiveAccountServices;
  readonly #key: AccountKey;
  #state: PricedAccount | undefined;
  /** Whether the store may have another state. */
  #isStateOld = true;
  /** The prices of the last computation, which are other objects once they have changed. */
  #marks: readonly unknown[] = [];
  #versions = "";
  #computedAtMs = Number.NEGATIVE_INFINITY;
  #sent = "";

  constructor(services: LiveAccountServices, key: AccountKey) {
    this.#services = services;
    this.#key = key;
  }

  note(): void {
    this.#isStateOld = true;
  }

  isDue(nowMs: number): boolean {
    const passedMs = nowMs - this.#computedAtMs;
    if (passedMs >= 0 && passedMs < pauseMs) return false;
    return this.#isStateOld || this.#isMoved(nowMs);
  }

  /** Whether something but the account itself asks for a computation. */
  #isMoved(nowMs: number): boolean {
    const passedMs = nowMs - this.#computedAtMs;
    const isOver = passedMs < 0 || passedMs >= atLeastMs;
    return isOver || this.#haveMarksMoved() || this.#versions !== this.#readVersions();
  }

  /** The event, if a figure has changed since the last one. Throws if the store fails, and is then due again. */
  async take(nowMs: number): Promise<string | undefined> {
    const wasOld = this.#isStateOld;
    if (wasOld && !(await this.#readState()) && !this.#isMoved(nowMs)) return undefined;
    this.#computedAtMs = nowMs;
    if (this.#state === undefined) return undefined;
    this.#versions = this.#readVersions();
    // A state that was read before is valued by the book of now, which need not catch up with it.
    const { book } = this.#services;
    const state = wasOld ? this.#state : { ...this.#state, versions: book.versions() };
    const status = await statusOf(this.#services, state);
    this.#marks = this.#readMarks(status);
    const data = unlessTooLarge(() => renderAccount(status));
    const text = data && formatEvent({ event: "account", data });
    if (text === undefined || text === this.#sent) return undefined;
    this.#sent = text;
    return text;
  }

  /** Reads the account again, and returns whether it is another version. A hint may come twice for one change. */
  async #readState(): Promise<boolean> {
    this.#isStateOld = false;
    try {
      const before = this.#state?.account.version;
      this.#state = await this.#services.store.readAccount(this.#key);
      return before === undefined || this.#state?.account.version !== before;
    } catch (thrown) {
      this.#isStateOld = true;
      throw thrown;
    }
  }

  #readVersions(): string {
    const { catalog, rates, holidays } = this.#services.book.versions();
    return `${catalog} ${rates} ${holidays}`;
  }

  #readMarks({ positions }: Pick<AccountStatus, "positions">): unknown[] {
    return positions.map(({ symbol }) => this.#services.marks?.markOf(symbol));
  }

  #haveMarksMoved(): boolean {
    const { marks } = this.#services;
    return (
      marks !== undefined &&
      (this.#state?.positions.some(({ symbol }, index) => marks.markOf(symbol) !== this.#marks[index]) ??
        false)
    );
  }
}
