import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { routes } from "@trading-oms/contract/companion";
import type { Context } from "hono";
import { Refusal, refuseField } from "../../../http/errors.ts";
import { cutterOf, streamEvents } from "../../../http/event-stream.ts";
import { type Operation, readSender } from "../../../http/operation.ts";
import type { AppEnv, ContextServices } from "../../../http/request-context.ts";
import type {
  CallerServices,
  LiveServices,
  LiveUser,
  SiteServices,
  TradingServices,
} from "../../../services.ts";
import { readAccountKey } from "../account.ts";

type StreamServices = ContextServices & CallerServices & TradingServices & SiteServices & LiveServices;

export function streamLive(services: StreamServices): Operation<typeof routes.streamLive> {
  return {
    mayHaveToken: true,
    checkServices: () => (services.live === undefined ? { code: "not_implemented" } : undefined),
    handler: async (c) => {
      const { live } = services;
      if (live === undefined) throw new Refusal({ code: "not_implemented" });
      const { symbols = [], fields = "quote", accounts = [], after } = c.req.valid("query");
      const { "Last-Event-ID": lastId } = c.req.valid("header");
      const user = await readUser(
        services,
        c,
        lastId === undefined
          ? { field: "after", id: after }
          : { field: "Last-Event-ID", id: Number.parseInt(lastId, 10) },
      );
      checkQuestion({ user, symbols, accounts });
      const keys: AccountKey[] = [];
      for (const accountId of new Set(accounts)) keys.push(await readAccountKey(services, c, accountId));
      await checkAccounts(services, keys);
      const cut = cutterOf(c);
      return streamEvents(c, services, (signal) => {
        const question = { symbols, fields, accounts: keys, user };
        const events = live.open(services, question, { address: c.get("sender"), cut, signal });
        if ("code" in events) throw new Refusal(events);
        return events;
      }) as never;
    },
  };
}

/** The notification after which a reader asks to begin, and where the request says so. */
type Asked = { readonly field: string; readonly id: number | undefined };

/** The user of the token, if one was sent. */
async function readUser(
  services: StreamServices,
  c: Context<AppEnv>,
  after: Asked,
): Promise<LiveUser | undefined> {
  const authorization = c.req.header("authorization");
  if (authorization === undefined) return undefined;
  const { userId } = await readSender(c, services);
  return {
    userId,
    placeId: await readPlace(services.store, userId, after),
    verify: async () => {
      const again = await services.verifier.verify(authorization);
      return again.kind === "user" && again.userId === userId ? again.expiresAtMs : undefined;
    },
  };
}

/** Where the notifications begin. A place from the future may come from before a restore, so it is the present one. */
async function readPlace(
  store: TradingServices["store"],
  userId: string,
  { field, id }: Asked,
): Promise<number> {
  const places = (await store.readNotificationPlaces([userId])).get(userId);
  const newestId = places === undefined || places.newestId === places.floorId ? 0 : places.newestId;
  if (id === undefined || places === undefined) return newestId;
  if (id === 0) return 0;
  if (id <= places.floorId || id > places.ceilingId)
    throw refuseField(field, "has to be the id of one of your own notifications, or 0");
  return Math.min(id, newestId);
}

function checkQuestion({
  user,
  symbols,
  accounts,
}: {
  readonly user: LiveUser | undefined;
  readonly symbols: readonly string[];
  readonly accounts: readonly string[];
}): void {
  if (user === undefined && accounts.length > 0) {
    throw new Refusal({ code: "token_refused", reason: "token_missing" });
  }
  if (user === undefined && symbols.length === 0)
    throw refuseField("symbols", "is required where no token is sent");
}

async function checkAccounts({ store }: StreamServices, keys: readonly AccountKey[]): Promise<void> {
  if (keys.length === 0) return;
  const nothingElse = { shards: [], sinceMs: 0, limit: 0, users: [] };
  const { accountVersions } = await store.readChanges({ ...nothingElse, accounts: keys });
  if (keys.some(({ accountId }) => !accountVersions.has(accountId)))
    throw new Refusal({ code: "account_not_found" });
}
