/** The frame of every view: the rail, the bar with search, sessions, clock and the light of the connection. */
import type { MarketState } from "@trading-oms/types/companion";
import type { ComponentChildren, ComponentType, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  formatDay,
  formatDuration,
  formatMinute,
  formatMoment,
  formatSecond,
  formatWeekday,
} from "../text/format.ts";
import { texts } from "../text/text.ts";
import { heardAtMs, nowMs, serverTimeOf, streamHeardAtMs } from "./clock.ts";
import { isHelpOpen } from "./keys.ts";
import { DeskStatus, usePolledStatus, useStatus } from "./questions.ts";
import { addressOf, currentView, isUnknownView, type ViewName, viewKeys, viewNames } from "./routes.ts";
import { Search } from "./search.tsx";
import { nameOf, signInReason, signOut, token } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { market, streamSilenceMsMax } from "./stream.ts";
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
  // What one was writing waits behind the sign-in after a token has expired or lost its role; nothing is left after one has signed out.
  const isKept = signInReason.value === "refused" || signInReason.value === "forbidden";
  return (
    <>
      {!isSignedIn && <SignIn />}
      {(isSignedIn || isKept) && (
        <div hidden={!isSignedIn}>
          <Desk name={name} View={View} />
        </div>
      )}
    </>
  );
}

function Desk({ name, View }: { readonly name: ViewName; readonly View: ComponentType }): VNode {
  return (
    <AskStatus>
      <a class="skip" href="#view">
        {texts.value.shell.skip}
      </a>
      <Simulated />
      <div class="shell">
        <Rail />
        <div class="side">
          <Bar />
          <main id="view" tabIndex={-1}>
            <CurrentView name={name} View={View} />
          </main>
        </div>
      </div>
      <Help />
    </AskStatus>
  );
}

/** A component directly below `main` would keep each of its renders in memory, because Preact never draws `main` again. */
function CurrentView({ name, View }: { readonly name: ViewName; readonly View: ComponentType }): VNode {
  return (
    <>
      {isUnknownView.value && <p class="notice">{texts.value.shell.noSuchView}</p>}
      <View key={name} />
    </>
  );
}

/** Asks for the status each second. Only what reads it is drawn again. */
function AskStatus({ children }: { readonly children: ComponentChildren }): VNode {
  return <DeskStatus.Provider value={usePolledStatus()}>{children}</DeskStatus.Provider>;
}

/** A price of the last minute moves. */
const movingMs = 60_000;

function Simulated(): VNode | null {
  const { shell } = texts.value;
  const status = useStatus().data;
  const state = useMarket();
  const isSimulated = state?.feed.isSimulated === true;
  if (!isSimulated && !status?.isDemonstration) return null;
  const areMoving = nowMs.value - (status?.figures.newestPriceTime ?? 0) < movingMs;
  const isClosed = state?.exchanges.every(({ session }) => session === "closed");
  return (
    <aside class="simulated" aria-label={shell.simulation}>
      {isSimulated && (areMoving && isClosed ? shell.simulatedWhileClosed : shell.simulated)}{" "}
      {status?.isDemonstration && shell.demonstration}
    </aside>
  );
}

/** How many views a narrow screen shows in its bottom bar; the others are in its menu. */
const barCount = 5;

function Rail(): VNode {
  const { shell } = texts.value;
  const open = useStatus().data?.figures.openCalls;
  const link = (name: ViewName): VNode => (
    <a
      key={name}
      href={addressOf(name)}
      aria-current={currentView.value === name ? "page" : undefined}
      // The menu would stand before the view that it leads to.
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()}
    >
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
      <div id="more" popover="auto" class="more-views">
        {viewNames.slice(barCount).map(link)}
        <Settings />
      </div>
    </nav>
  );
}

type State = Pick<MarketState, "exchanges"> & {
  readonly feed: {
    readonly status: string;
    readonly isSimulated: boolean;
    readonly silentSince?: number | null | undefined;
  };
};

/** What the stream says of the market, or else what is polled. */
function useMarket(): State | undefined {
  const status = useStatus().data;
  return market.value ?? status;
}

function Bar(): VNode {
  return (
    <header class="bar">
      <Search />
      <Sessions />
      <Clock />
      <Light />
      <div class="settings">
        <Settings />
      </div>
    </header>
  );
}

function Settings(): VNode {
  return (
    <>
      <Switches />
      <span class="quiet who">{nameOf(token.value)}</span>
      <button type="button" class="link" onClick={() => signOut("left")}>
        {texts.value.shell.signOut}
      </button>
    </>
  );
}

function Sessions(): VNode {
  const { shell } = texts.value;
  return (
    <p class="sessions">
      {useMarket()?.exchanges.map(({ exchange, session, changesAt }, at) => (
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
  return (
    <p class="clock">
      <b>{formatSecond(now)}</b> <span class="quiet">{`${formatWeekday(now)} ${formatDay(now)}`}</span>
    </p>
  );
}

/** After so long without an answer the light goes out. */
const lostMs = 5_000;

function Light(): VNode {
  const { shell } = texts.value;
  const feed = useMarket()?.feed;
  const ageMs = nowMs.value - serverTimeOf(heardAtMs.value);
  const streamLostMs = nowMs.value - serverTimeOf(streamHeardAtMs.value);
  const isLost = ageMs > lostMs;
  const isSilent = feed !== undefined && feed.status !== "alive";
  const isStreamLost = streamLostMs > streamSilenceMsMax;
  const state = isLost ? "lost" : isSilent || isStreamLost ? "silent" : "live";
  const words = (): string => {
    if (isLost) return heardAtMs.value === 0 ? shell.connecting : shell.lost(formatDuration(ageMs));
    if (isSilent && feed.status === "none") return shell.noFeed;
    if (isSilent) return shell.silent(feed.silentSince == null ? "" : formatMoment(feed.silentSince));
    return isStreamLost ? shell.streamLost(formatDuration(streamLostMs)) : shell.live;
  };
  return (
    <p class={`light ${state}`} role="status">
      {words()}
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
