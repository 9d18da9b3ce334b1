/** What the service has said to the user, newest first, and what of it is read. */
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { UserNotification } from "@trading-oms/types";
import type { ReactNode } from "react";
import { linkTo } from "../parts/routes.ts";
import { Failure, Pending, Screen } from "../parts/screen.tsx";
import { useSession } from "../service/session.tsx";
import { formatCount, formatMoment } from "../text/format.ts";
import { fill, type Texts, useTexts } from "../text/language.tsx";

export function Notifications(): ReactNode {
  const { queries } = useSession();
  const { more, notifications: texts } = useTexts();
  const count = useQuery(queries.countNotifications()).data;
  const pages = useInfiniteQuery(queries.listNotifications({ limit: 20 }));
  const read = useMutation(queries.readNotifications());
  // What arrives between two pages moves the second one by a place.
  const list = new Map(
    pages.data?.pages.flatMap((page) => page.notifications.map((each) => [each.id, each])),
  );
  const readAll = (
    <button
      type="button"
      disabled={!count?.unread || read.isPending}
      onClick={() => count && read.mutate({ through: count.newestId })}
    >
      {texts.readAll}
    </button>
  );
  return (
    <Screen title={texts.title} subtitle={count && fill(texts.count, count)} action={readAll}>
      <Failure error={read.error} />
      <Pending query={pages} />
      {pages.data && list.size === 0 && <p className="empty">{texts.none}</p>}
      <ul className="rows">
        {[...list.values()].map((each) => (
          <Item key={each.id} notification={each} onOpen={(id) => read.mutate({ ids: [id] })} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <button type="button" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          {more}
        </button>
      )}
    </Screen>
  );
}

type Types = Texts["notifications"]["types"];
type Data = NonNullable<UserNotification["data"]>;

/** What a notification says. A call names what was missing when it was sent: the amount needed less the cover. */
export function describeNotification(type: keyof Types, data: Data = {}, texts: Types): string {
  const { symbol = "", amount = 0, position } = data;
  const covered = Number(position?.["coveredMarginCall"] ?? 0);
  return fill(texts[type], { symbol, amount: formatCount(Math.max(0, amount - covered)) });
}

type ItemProps = { readonly notification: UserNotification; readonly onOpen: (id: number) => void };

/** Leads to what it is about, which marks it as read. */
function Item({ notification, onOpen }: ItemProps): ReactNode {
  const { notifications: texts } = useTexts();
  const { id = 0, accountId = "", data, createdAt = 0, read, type } = notification;
  const symbol = data?.symbol;
  return (
    <li>
      <a
        href={linkTo("accounts", accountId, ...(symbol ? [symbol] : []))}
        className={read ? "" : "unread"}
        onClick={() => !read && onOpen(id)}
      >
        <span className="wide">
          <span className={type}>{type && describeNotification(type, data, texts.types)}</span>
          {!read && <span className="mark" role="img" aria-label={texts.unread} />}
        </span>
        <small className="quiet">{accountId}</small>
        <small className="quiet">{formatMoment(createdAt)}</small>
      </a>
    </li>
  );
}
