/** The frame of every view: the rail, the bar with search, sessions, clock and the light of the connection. */
import type { MarketState } from "@trading-oms/types/companion";
import type { ComponentType, VNode } from "preact";
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
import { getCalls } from "./api.ts";
import { heardAtMs, nowMs, serverTimeOf, streamHeardAtMs } from "./clock.ts";
import { isHelpOpen, viewKeys } from "./keys.ts";
import { usePoll } from "./poll.ts";
import { useStatus } from "./questions.ts";
import { addressOf, currentView, type ViewName, viewNames } from "./routes.ts";
import { Search } from "./search.tsx";
import { signInReason, signOut, token } from "./session.ts";
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
  // Behind the sign-in after an expired token waits what one was writing; nothing is left after one has signed out.
  const isKept = signInReason.value === "refused";
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
  const { shell } = texts.value;
  const status = useStatus(5_000).data;
  const isInvented = status?.isDemonstration || (market.value ?? status)?.feed.isSimulated;
  return (
    <>
      <a class="skip" href="#view">
        {shell.skip}
      </a>
      {isInvented && (
        <aside class="simulated" aria-label={shell.simulation}>
          {shell.simulated}
        </aside>
      )}
      <div class="shell">
        <Rail />
        <div class="side">
          <Bar state={market.value ?? status} />
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
        <Switches />
        <button type="button" class="link" onClick={() => signOut("left")}>
          {shell.signOut}
        </button>
      </div>
    </nav>
  );
}

/** What the stream says of the market, or else what is polled. */
type State = Pick<MarketState, "exchanges"> & {
  readonly feed: { readonly status: string; readonly silentSince?: number | null | undefined };
};

function Bar({ state }: { readonly state: State | undefined }): VNode {
  const { shell } = texts.value;
  return (
    <header class="bar">
      <Search />
      <Sessions state={state} />
      <Clock />
      <Light feed={state?.feed} />
      <div class="settings">
        <Switches />
        <button type="button" class="link" onClick={() => signOut("left")}>
          {shell.signOut}
        </button>
      </div>
    </header>
  );
}

function Sessions({ state }: { readonly state: State | undefined }): VNode {
  const { shell } = texts.value;
  return (
    <p class="sessions">
      {state?.exchanges.map(({ exchange, session, changesAt }, at) => (
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

function Light({ feed }: { readonly feed: State["feed"] | undefined }): VNode {
  const { shell } = texts.value;
  const ageMs = nowMs.value - serverTimeOf(heardAtMs.value);
  const streamLostMs = nowMs.value - serverTimeOf(streamHeardAtMs.value);
  const isLost = ageMs > lostMs;
  const isSilent = feed !== undefined && feed.status !== "alive";
  const isStreamLost = streamLostMs > streamSilenceMsMax;
  const state = isLost ? "lost" : isSilent || isStreamLost ? "silent" : "live";
  return (
    <p class={`light ${state}`} role="status">
      {isLost
        ? heardAtMs.value === 0
          ? shell.connecting
          : shell.lost(formatDuration(ageMs))
        : isSilent
          ? feed.status === "none"
            ? shell.noFeed
            : shell.silent(feed.silentSince == null ? "" : formatMoment(feed.silentSince))
          : isStreamLost
            ? shell.streamLost(formatDuration(streamLostMs))
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
