/** The frame of every view: the rail, the bar with search, sessions, clock and the light of the connection. */
import type { ComponentType, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatDay, formatDuration, formatMinute, formatSecond } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { getCalls } from "./api.ts";
import { heardAtMs, nowMs, serverTimeOf } from "./clock.ts";
import { isHelpOpen, viewKeys } from "./keys.ts";
import { usePoll } from "./poll.ts";
import { addressOf, currentView, type ViewName, viewNames } from "./routes.ts";
import { Search } from "./search.tsx";
import { signOut, token } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { market } from "./stream.ts";
import { Switches } from "./switches.tsx";

export type Views = Readonly<Record<ViewName, ComponentType>>;

export function Shell({ views }: { readonly views: Views }): VNode {
  const { shell } = texts.value;
  const name = currentView.value;
  const View = views[name];
  const isSignedIn = token.value !== undefined;
  useEffect(() => {
    document.title = `${shell.views[name]} · Trading OMS`;
  }, [shell, name]);
  if (!isSignedIn) return <SignIn />;
  return (
    <>
      <a class="skip" href="#view">
        {shell.skip}
      </a>
      {market.value?.feed.isSimulated && (
        <aside class="simulated" aria-label={shell.simulation}>
          {shell.simulated}
        </aside>
      )}
      <div class="shell">
        <Rail />
        <div class="side">
          <Bar />
          <main id="view" tabIndex={-1}>
            <View key={name} />
          </main>
        </div>
      </div>
      <Help />
    </>
  );
}

/** How many views a narrow screen shows in its bottom bar; the others are in its menu. */
const barCount = 5;

function Rail(): VNode {
  const { shell } = texts.value;
  const counts = usePoll("call count", (request) => getCalls({ limit: 1 }, request));
  const open = counts.data?.counts.all;
  const link = (name: ViewName): VNode => (
    <a key={name} href={addressOf(name)} aria-current={currentView.value === name ? "page" : undefined}>
      {shell.views[name]}
      {name === "calls" && open !== undefined && open > 0 && <strong class="called">{open}</strong>}
    </a>
  );
  return (
    <nav class="rail" aria-label={shell.rail}>
      <p class="brand">Trading OMS</p>
      {viewNames.slice(0, barCount).map(link)}
      <button type="button" class="more" popoverTarget="more">
        {shell.more}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link in it closes it, by key too. */}
      <div
        id="more"
        popover="auto"
        class="more-views"
        onClick={({ currentTarget, target }) => {
          if ((target as Element).closest("a") !== null) currentTarget.hidePopover();
        }}
      >
        {viewNames.slice(barCount).map(link)}
        <Switches />
        <button type="button" class="link" onClick={() => signOut("left")}>
          {shell.signOut}
        </button>
      </div>
    </nav>
  );
}

function Bar(): VNode {
  const { shell } = texts.value;
  return (
    <header class="bar">
      <Search />
      <Sessions />
      <Clock />
      <Light />
      <div class="settings">
        <Switches />
        <button type="button" class="link" onClick={() => signOut("left")}>
          {shell.signOut}
        </button>
      </div>
    </header>
  );
}

function Sessions(): VNode {
  const { shell } = texts.value;
  return (
    <p class="sessions">
      {market.value?.exchanges.map(({ exchange, session, changesAt }, at) => (
        <span key={exchange} title={changesAt === null ? "" : shell.changesAt(formatMinute(changesAt))}>
          {at > 0 && " · "}
          {shell.exchanges[exchange]} <b>{shell.sessions[session]}</b>
        </span>
      ))}
    </p>
  );
}

function Clock(): VNode {
  const now = nowMs.value;
  const weekday = texts.value.common.weekdays[new Date(now + 25_200_000).getUTCDay()];
  return (
    <p class="clock">
      <b>{formatSecond(now)}</b> <span class="quiet">{`${weekday} ${formatDay(now)}`}</span>
    </p>
  );
}

/** After so long without an answer the light goes out. */
const lostMs = 5_000;

function Light(): VNode {
  const { shell } = texts.value;
  const ageMs = nowMs.value - serverTimeOf(heardAtMs.value);
  const feed = market.value?.feed;
  const isLost = ageMs > lostMs;
  const isSilent = !isLost && feed !== undefined && feed.status !== "alive";
  const state = isLost ? "lost" : isSilent ? "silent" : "live";
  return (
    <p class={`light ${state}`} role="status">
      {isLost
        ? heardAtMs.value === 0
          ? shell.connecting
          : shell.lost(formatDuration(ageMs))
        : isSilent
          ? feed.status === "none"
            ? shell.noFeed
            : shell.silent(feed.silentSince === undefined ? "" : formatMinute(feed.silentSince))
          : shell.live}
      {/* Left to the eye, since a status that changes each second would be read out each second. */}
      {state === "live" && <span aria-hidden="true">{`, ${formatDuration(ageMs)}`}</span>}
    </p>
  );
}

function Help(): VNode {
  const { shell } = texts.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const keys: readonly (readonly [string, string])[] = [
    ["/", shell.keys.search],
    ...viewNames.map((name) => [`g ${viewKeys[name]}`, shell.views[name]] as const),
    ["j k", shell.keys.rows],
    ["Enter", shell.keys.open],
    ["Esc", shell.keys.close],
    ["?", shell.keys.help],
  ];
  return (
    <dialog
      ref={dialog}
      aria-label={shell.keys.title}
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <h2>{shell.keys.title}</h2>
      <dl class="keys">
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">{shell.keys.done}</button>
      </form>
    </dialog>
  );
}
