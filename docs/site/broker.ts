/** The broker in the first page, which the app and the desk beside it share. */
import { createBroker } from "@trading-oms/mock";

/** What the frames find in the page around them. */
type Shared = {
  readonly fetch: typeof fetch;
  readonly userToken: string;
  readonly operatorToken: string;
};

declare global {
  interface Window {
    broker?: Shared | undefined;
  }
}

/** A margin call of the user, or a forced closing that is near. */
export type Call = { readonly accountId: string; readonly symbol: string; readonly atMs: number };

type Accounts = { readonly accounts: readonly { readonly accountId: string }[] };

type Notifications = {
  readonly notifications: readonly {
    readonly id: number;
    readonly type: string;
    readonly accountId: string;
    readonly createdAt: number;
    readonly data: { readonly symbol: string };
  }[];
};

/** Opens the demonstration anew. */
export async function openBroker() {
  const { fetch, user, market, close } = await createBroker({ desk: true });
  const userToken = await user("demo");
  const shared: Shared = { fetch, userToken, operatorToken: await user("desk", "operator") };
  const headers = { Authorization: `Bearer ${userToken}` };
  await depositForCovers();

  /** Gives each account of the user enough to cover the calls that the button brings. */
  async function depositForCovers(): Promise<void> {
    const response = await fetch("/companion/v0/accounts", { headers });
    const { accounts } = (await response.json()) as Accounts;
    for (const { accountId } of accounts) {
      await fetch(`/operator/v0/accounts/${accountId}/cash`, {
        method: "POST",
        headers: { Authorization: `Bearer ${shared.operatorToken}`, "Content-Type": "application/json" },
        body: JSON.stringify({ kind: "deposit", amount: 50_000_000, reason: "For the first page" }),
      });
    }
  }

  const listCalls = async () => {
    const response = await fetch("/api/v1/notifications?limit=100", { headers });
    const { notifications } = (await response.json()) as Notifications;
    return notifications.filter(({ type }) => type === "MarginCall" || type === "ForceClose");
  };
  return {
    /** Lets the frames find it. */
    share: (): void => {
      window.broker = shared;
    },
    /** Moves every price by a percentage, as far as the day allows; gives the call that the user got by it. */
    move: async (percent: number): Promise<Call | undefined> => {
      const before = await listCalls();
      await market.move("*", percent);
      const [newest] = await listCalls();
      if (newest === undefined || newest.id === before[0]?.id) return undefined;
      return { accountId: newest.accountId, symbol: newest.data.symbol, atMs: newest.createdAt };
    },
    close: async (): Promise<void> => {
      if (window.broker === shared) window.broker = undefined;
      await close();
    },
  };
}
