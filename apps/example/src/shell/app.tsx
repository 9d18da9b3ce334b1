/** The app: signing in, the screens with their tabs, and a call that arrives on any of them. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Account } from "../accounts/account.tsx";
import { Accounts } from "../accounts/accounts.tsx";
import { Position } from "../accounts/position.tsx";
import { Market } from "../market/market.tsx";
import { Quote } from "../market/quote.tsx";
import { Notifications } from "../notifications/notifications.tsx";
import { linkTo, readRoute, useHash } from "../parts/routes.ts";
import type { Broker } from "../service/broker.ts";
import { useIsLost, useLiveUpdates } from "../service/live-updates.ts";
import { SessionProvider, useSession } from "../service/session.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { fill, useTexts } from "../text/language.tsx";
import { CallBanner } from "./call-banner.tsx";
import { SignIn } from "./sign-in.tsx";
import { You } from "./you.tsx";

const storageKey = "example-token";

export function App({ broker }: { readonly broker: Broker }): ReactNode {
  const [{ token, session }, setSession] = useState(() => ({
    token: broker.token ?? sessionStorage.getItem(storageKey) ?? "",
    session: 0,
  }));
  const [hasEnded, setEnded] = useState(false);
  const route = readRoute(useHash());
  // The token of the broker in the page is of no use to a server.
  useEffect(() => {
    if (broker.token === undefined) sessionStorage.setItem(storageKey, token);
  }, [broker, token]);
  const signIn = (token: string): void => setSession((before) => ({ token, session: before.session + 1 }));
  const signOut = (reason: "left" | "refused"): void => {
    setEnded(reason === "refused");
    signIn("");
  };
  return (
    <SessionProvider key={session} broker={broker} token={token} signOut={broker.token ? undefined : signOut}>
      <div className="phone">
        {token ? (
          <Shell route={route} />
        ) : route[0] === "sign-up" ? (
          <SignUp />
        ) : (
          <SignIn hasEnded={hasEnded} onSignIn={signIn} />
        )}
      </div>
    </SessionProvider>
  );
}

type Routed = { readonly route: readonly string[] };

function Shell({ route }: Routed): ReactNode {
  useLiveUpdates();
  return (
    <>
      <button type="button" className="skip" onClick={() => document.querySelector("h1")?.focus()}>
        {useTexts().skip}
      </button>
      <Bands />
      <CallBanner />
      <RoutedScreen key={route.join("/")} route={route} />
      <Tabs route={route} />
    </>
  );
}

function RoutedScreen({ route: [name, first, second] }: Routed): ReactNode {
  if (name === "accounts" && first && second) return <Position accountId={first} symbol={second} />;
  if (name === "accounts") return first ? <Account accountId={first} /> : <Accounts />;
  if (name === "notifications") return <Notifications />;
  if (name === "you") return <You />;
  if (name === "sign-up") return <SignUp />;
  return first ? <Quote symbol={first} /> : <Market />;
}

/** What holds for all that is shown: that prices are invented, old, or not followed. */
function Bands(): ReactNode {
  const { queries, fall } = useSession();
  const [isLost] = useIsLost();
  const texts = useTexts();
  const feed = useQuery(queries.getMarket()).data?.feed;
  const trouble = isLost ? texts.lost : feed?.status === "silent" ? texts.silent : "";
  return (
    <header>
      {feed?.isSimulated && (
        <div className="band">
          {texts.simulated}
          {fall && (
            <button type="button" onClick={() => void fall()}>
              {texts.fall}
            </button>
          )}
        </div>
      )}
      <p role="status" className={trouble && "band"}>
        {trouble}
      </p>
    </header>
  );
}

function Tabs({ route: [name = ""] }: Routed): ReactNode {
  const { queries } = useSession();
  const { tabs, badge, callBadge } = useTexts();
  const accounts = useQuery(queries.listAccounts()).data?.accounts ?? [];
  const unread = useQuery(queries.countNotifications()).data?.unread ?? 0;
  const calls = accounts.reduce((sum, { openCallCount }) => sum + openCallCount, 0);
  return (
    <nav className="tabs" aria-label={tabs.label}>
      {(["market", "accounts", "notifications", "you"] as const).map((tab) => (
        <a key={tab} href={linkTo(tab)} aria-current={tab === name ? "page" : undefined}>
          {tabs[tab]}
          {tab === "accounts" && <Badge count={calls} text={callBadge} />}
          {tab === "notifications" && <Badge count={unread} text={badge} />}
        </a>
      ))}
    </nav>
  );
}

function Badge({ count, text }: { readonly count: number; readonly text: string }): ReactNode {
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="hidden">{fill(text, { count })}</span>
    </span>
  );
}
