/** What was changed, by whom and why: one chain, its filters, its entries with both values, and whether it is whole. */
import type { ApiError } from "@trading-oms/client";
import type { AuditEntry, AuditVerdict } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { Choice } from "../../app/choice.tsx";
import { asApiError } from "../../app/poll.ts";
import { type AuditQuery, useAudit } from "../../app/questions.ts";
import { changedAddress, query, readQuery } from "../../app/routes.ts";
import { Staleness } from "../../parts/ages.tsx";
import { Opener } from "../../parts/columns.tsx";
import { Command } from "../../parts/command.tsx";
import { Title } from "../../parts/facts.tsx";
import { applyFilter, FilterField } from "../../parts/fields.tsx";
import { describeEntry, formatValue } from "../../parts/history.tsx";
import { omsLine } from "../../parts/shell-line.ts";
import { type Column, number, Table, text } from "../../parts/table.tsx";
import { describeFailure } from "../../text/describe-failure.ts";
import { formatCount, formatFull, fromLocalInput, toLocalInput } from "../../text/format.ts";
import { texts } from "../../text/text.ts";

const reserved = ["prices", "rates", "catalog"] as const;
const kinds = [
  ...["cash", "entry", "reduction", "result", "adjustment", "settlement"],
  ...["cover", "release", "closing", "call", "contact", "price", "rates", "catalog", "holidays", "exDate"],
] as const satisfies readonly AuditEntry["kind"][];
const plain = /[^A-Za-z0-9._-]/g;

export function Audit(): VNode {
  const { shell, audit: words } = texts.value;
  const parameters = query.value;
  const chain = parameters.get("chain") ?? "prices";
  return (
    <>
      <h1>{shell.views.audit}</h1>
      <nav class="chips" aria-label={words.chains}>
        {reserved.map((each) => (
          <a
            key={each}
            href={changedAddress({ chain: each, cursor: undefined, open: undefined })}
            aria-current={chain === each ? "true" : undefined}
          >
            {words.reserved[each]}
          </a>
        ))}
      </nav>
      <Filters chain={chain} />
      <Verify key={chain} chain={chain} />
      <Entries chain={chain} />
    </>
  );
}

function Filters({ chain }: { readonly chain: string }): VNode {
  const { audit: words, calls } = texts.value;
  const parameters = query.value;
  const time = (name: "from" | "until"): VNode => (
    <label>
      {words[name]}
      <input
        type="datetime-local"
        value={parameters.has(name) ? toLocalInput(Number(parameters.get(name)) || 0) : ""}
        onChange={({ currentTarget }) => applyFilter(name, String(fromLocalInput(currentTarget.value) ?? ""))}
      />
    </label>
  );
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <FilterField
        name="chain"
        label={words.account}
        value={reserved.some((each) => each === chain) ? "" : chain}
        unfit={plain}
      />
      <Choice
        label={words.kind}
        values={["", ...kinds] as const}
        value={kinds.find((each) => each === parameters.get("kind")) ?? ""}
        nameOf={(each) => (each === "" ? calls.chips.all : words.kinds[each])}
        onChoose={(kind) => applyFilter("kind", kind)}
      />
      <FilterField name="actor" label={words.actor} value={parameters.get("actor") ?? ""} />
      <FilterField name="symbol" label={calls.symbol} value={parameters.get("symbol") ?? ""} unfit={plain} />
      {time("from")}
      {time("until")}
    </form>
  );
}

const pageSize = 50;

function Entries({ chain }: { readonly chain: string }): VNode {
  const { audit: words } = texts.value;
  const parameters = query.value;
  const numbers = Object.entries(readQuery(["from", "until", "cursor"]));
  const asked: AuditQuery = {
    ...readQuery(["kind", "actor", "symbol"]),
    ...Object.fromEntries(numbers.map(([name, value]) => [name, Number(value) || 1])),
  };
  const polled = useAudit(chain, { ...asked, limit: pageSize });
  const open = parameters.get("open");
  const opened = polled.data?.entries.find(({ place }) => String(place) === open);
  if (polled.failure?.status === 404) return <p class="notice">{words.absent(chain)}</p>;
  const next = polled.data?.nextCursor;
  return (
    <>
      <Staleness polled={polled} />
      {opened !== undefined && <Entry entry={opened} />}
      <Table
        caption={words.entries}
        columns={columnsOf()}
        rows={polled.data?.entries}
        keyOf={({ place }) => String(place)}
        classOf={({ place }) => (String(place) === open ? "open" : undefined)}
        empty={words.none}
      />
      <nav class="pages" aria-label={words.pages}>
        {parameters.has("cursor") && <a href={changedAddress({ cursor: undefined })}>{words.newest}</a>}
        {next != null && <a href={changedAddress({ cursor: String(next) })}>{words.older}</a>}
      </nav>
      <Command line={commandOf(chain, asked)} />
    </>
  );
}

/** The command that lists the same, from the newest entry on. */
function commandOf(chain: string, { kind, actor, symbol, from, until }: AuditQuery): string | undefined {
  const timeOf = (atMs: number | undefined): string | undefined =>
    atMs === undefined ? undefined : new Date(atMs).toISOString();
  return omsLine(["audit", "list", chain], { kind, actor, symbol, from: timeOf(from), until: timeOf(until) });
}

function columnsOf(): readonly Column<AuditEntry>[] {
  const { audit: words, calls } = texts.value;
  return [
    number(words.place, ({ place }) => <span class="quiet">{formatCount(place)}</span>),
    number(words.time, ({ time }) => formatFull(time), "bottom-left"),
    text(
      words.kind,
      ({ kind, place }) => (
        <Opener id={String(place)} href={changedAddress({ open: String(place) })} name={words.kinds[kind]} />
      ),
      "top-left",
    ),
    text(calls.symbol, ({ symbol }) => <strong>{symbol ?? ""}</strong>, "top-right"),
    text(words.values, describeEntry),
    text(
      words.actor,
      ({ actor, actorKind }) => (
        <>
          {actor} <small class="quiet inline">{words.actorKinds[actorKind]}</small>
        </>
      ),
      "bottom-right",
    ),
    text(words.reason, ({ reason }) => reason),
  ];
}

/** An entry whole, with both values of each name. */
function Entry({ entry }: { readonly entry: AuditEntry }): VNode {
  const { audit: words, panel } = texts.value;
  const columns: readonly Column<AuditEntry["values"][number]>[] = [
    text(words.name, ({ name }) => words.names[name] ?? name, "top-left"),
    number(words.before, ({ name, before }) => formatValue(name, before), "bottom-right"),
    number(words.after, ({ name, after }) => <strong>{formatValue(name, after)}</strong>, "top-right"),
  ];
  return (
    <section class="box" aria-label={words.entry(entry.place)}>
      <Title name={words.entry(entry.place)}>
        <a href={changedAddress({ open: undefined })}>{panel.close}</a>
      </Title>
      <Table caption={words.values} rows={entry.values} keyOf={({ name }) => name} columns={columns} />
      <p class="quiet">
        {entry.reason !== "" && <q>{entry.reason}</q>} {words.request} <code>{entry.requestId || "–"}</code>
        <br />
        {words.hash} <code>{entry.hash}</code>
      </p>
    </section>
  );
}

type Verified = { readonly verdict?: AuditVerdict; readonly failure?: ApiError; readonly isAsking?: boolean };

function Verify({ chain }: { readonly chain: string }): VNode {
  const { audit: words } = texts.value;
  const [{ verdict, failure, isAsking }, setVerified] = useState<Verified>({});
  const verify = async (): Promise<void> => {
    setVerified({ isAsking: true });
    try {
      setVerified({ verdict: await api.value.operator.verifyAudit(chain, { timeoutMs: 60_000 }) });
    } catch (thrown) {
      setVerified({ failure: asApiError(thrown) });
    }
  };
  return (
    <div class="verify">
      <button type="button" disabled={isAsking} onClick={verify}>
        {isAsking ? words.verifying : words.verify}
      </button>
      <span role="status">
        {failure !== undefined && (
          <span class="force-close">
            {failure.status === 404 ? words.absent(chain) : describeFailure(failure)}
          </span>
        )}
        {verdict !== undefined &&
          (verdict.isWhole ? (
            <span class="covered">{words.isWhole(formatCount(verdict.count))}</span>
          ) : (
            <span class="force-close">
              {words.broken(formatCount(verdict.place ?? 0), verdict.problem ?? "")}
            </span>
          ))}
      </span>
      <Command line={omsLine(["audit", "verify"], { chain })} />
    </div>
  );
}
