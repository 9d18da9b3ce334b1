/** The user's accounts, and what is missing in them. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { linkTo } from "../parts/routes.ts";
import { Pending, Screen } from "../parts/screen.tsx";
import { useSession } from "../service/session.tsx";
import { formatCount } from "../text/format.ts";
import { fill, useTexts } from "../text/language.tsx";

export function Accounts(): ReactNode {
  const { queries } = useSession();
  const { accounts: texts } = useTexts();
  const list = useQuery(queries.listAccounts());
  return (
    <Screen title={texts.title}>
      <Pending query={list} />
      {list.data?.accounts.length === 0 && <p className="empty">{texts.none}</p>}
      <ul className="rows">
        {list.data?.accounts.map(({ accountId, tradingPower, outstanding, positionCount, openCallCount }) => (
          <li key={accountId}>
            <a href={linkTo("accounts", accountId)}>
              <b>{accountId}</b>
              <span>{formatCount(tradingPower)}</span>
              <small className={openCallCount > 0 ? "called" : "quiet"}>
                {openCallCount > 0
                  ? fill(texts.calls, { count: openCallCount, amount: formatCount(outstanding) })
                  : fill(texts.healthy, { count: positionCount })}
              </small>
              <small className="quiet">{texts.power}, ₫</small>
            </a>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
