/** The side panel of a position: its figures explained, the cover, contacts and history. */
import type { AuditEntry } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../app/api.ts";
import { usePoll } from "../app/poll.ts";
import { useAccount, useAudit, useStatus } from "../app/questions.ts";
import { addressOf } from "../app/routes.ts";
import { texts } from "../text/text.ts";
import { Staleness } from "./ages.tsx";
import { Command } from "./command.tsx";
import { Contacts } from "./contacts.tsx";
import { CoverForm } from "./cover-form.tsx";
import { History } from "./history.tsx";
import { PositionFigures } from "./position-figures.tsx";
import { omsLine } from "./shell-line.ts";

type PositionPanelProps = {
  readonly accountId: string;
  readonly symbol: string;
  readonly userId?: string | undefined;
  /** The address without the panel. */
  readonly closed: string;
};

export function PositionPanel({ accountId, symbol, userId, closed }: PositionPanelProps): VNode {
  const { panel } = texts.value;
  const contactUrl = useStatus().data?.contactUrl;
  const place = useRef<HTMLElement>(null);
  const key = `${accountId} ${symbol}`;
  const account = useAccount(accountId);
  const explanation = usePoll(api.value.queries.explainPosition(accountId, symbol));
  const audit = useAudit(accountId, { symbol, limit: 50 });
  useEffect(() => place.current?.focus({ preventScroll: true }), [key]);
  const position = account.data?.positions.find((each) => each.symbol === symbol);
  // With a token that has lost its role the account is not found either: what one is writing stays until another token is there.
  const isGone = account.failure?.status === 404 || (account.data !== undefined && position === undefined);
  const entries = audit.data?.entries;
  // What was said about an earlier call is history.
  const isOfCall = ({ kind, time }: AuditEntry): boolean =>
    kind === "contact" && time >= (position?.calledSince ?? Number.POSITIVE_INFINITY);
  const neededForRatio = explanation.data?.figures.find(({ name }) => name === "neededForRatioVnd")?.value;
  return (
    <aside ref={place} class="panel" tabIndex={-1} aria-label={`${accountId} · ${symbol}`}>
      <header>
        <h2>
          <a href={addressOf("accounts", { account: accountId })}>{accountId}</a> ·{" "}
          <a href={addressOf("market", { symbol })}>{symbol}</a>
        </h2>
        {userId !== undefined && <span class="quiet">{userId}</span>}
        {contactUrl && (
          <a
            href={contactUrl.replaceAll("{accountId}", encodeURIComponent(accountId))}
            target="_blank"
            rel="noreferrer"
          >
            {panel.customer}
          </a>
        )}
        <a class="close" href={closed}>
          {panel.close}
        </a>
      </header>
      {isGone ? <p class="notice">{panel.gone}</p> : <Staleness polled={account} />}
      {!isGone && position === undefined && <p class="quiet">{texts.value.common.loading}</p>}
      {position !== undefined && (
        <>
          <PositionFigures position={position} figures={explanation.data?.figures ?? []} />
          <Command line={omsLine(["margin", "explain"], { account: accountId, symbol })} />
          {position.state === "closing" ? (
            <p class="notice">{panel.closing}</p>
          ) : (
            <CoverForm
              key={key}
              accountId={accountId}
              position={position}
              neededForRatio={typeof neededForRatio === "number" ? neededForRatio : undefined}
            />
          )}
        </>
      )}
      <Contacts
        key={`contacts ${key}`}
        accountId={accountId}
        symbol={symbol}
        isCalled={position !== undefined && position.calledSince !== null}
        entries={entries?.filter(isOfCall)}
        outstanding={position?.outstanding ?? 0}
      />
      <Staleness polled={audit} />
      <History entries={entries?.filter((entry) => !isOfCall(entry))} />
    </aside>
  );
}
