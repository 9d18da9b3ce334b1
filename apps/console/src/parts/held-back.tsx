/** Symbols whose calls are held back, each with the act that releases them. Nothing is shown while there are none. */
import type { HeldBackSymbol } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { usePoll } from "../app/poll.ts";
import { formatPrice } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { Act } from "./act.tsx";
import { Command } from "./command.tsx";
import { Title } from "./facts.tsx";
import { Field } from "./fields.tsx";
import { omsLine } from "./shell-line.ts";
import { type Column, number, Table, text } from "./table.tsx";

/** It changes in the morning, and when somebody acts. */
const everyMs = 5_000;

export function HeldBack(): VNode | null {
  const { heldBack: words } = texts.value;
  const { data } = usePoll(api.value.deskQueries.listHeldBack(), { everyMs });
  if (data === undefined || data.heldBack.length + data.suspectedFeedErrors.length === 0) return null;
  const price = (value: number | null): string => (value === null ? "–" : formatPrice(value));
  const columns: readonly Column<HeldBackSymbol>[] = [
    text(words.symbol, ({ symbol }) => symbol, "top-left"),
    text(words.reason, ({ cause }) => words.reasons[cause], "bottom-left"),
    number(words.reference, ({ referencePrice }) => price(referencePrice), "top-right"),
    number(words.close, ({ previousClosePrice }) => price(previousClosePrice), "bottom-right"),
  ];
  return (
    <section>
      <Title name={words.title}>
        <span class="quiet">{words.why}</span>
      </Title>
      {data.suspectedFeedErrors.length > 0 && (
        <p class="notice force-close">{words.faultyFeed(data.suspectedFeedErrors.length)}</p>
      )}
      <Table
        caption={words.title}
        rows={data.heldBack}
        keyOf={({ symbol }) => symbol}
        empty={words.none}
        columns={columns}
      />
      {data.heldBack.map((each) => (
        <Release key={each.symbol} {...each} />
      ))}
      <Command line={omsLine(["held-back", "list"])} />
    </section>
  );
}

function Release({ symbol, cause }: HeldBackSymbol): VNode {
  const [reason, setReason] = useState("");
  const { heldBack: words, cover } = texts.value;
  return (
    <div class="box">
      <Field label={cover.reason} value={reason} maxLength={500} onType={setReason} />
      <Act
        label={words.release(symbol)}
        isDisabled={reason.trim() === ""}
        intent={{ entered: reason, seen: cause, body: { reason: reason.trim() } }}
        question={() => words.question(symbol)}
        perform={(body, idempotencyKey) => api.peek().operator.releaseCalls(symbol, body, { idempotencyKey })}
        onDone={() => setReason("")}
      />
    </div>
  );
}
