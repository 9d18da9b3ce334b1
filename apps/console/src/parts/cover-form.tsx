/** Sets the covered amount of a position, showing before what it will change. */
import type { ApiError } from "@trading-oms/client";
import type { CoverPreview, Position } from "@trading-oms/types/companion";
import { Fragment, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { asApiError, usePaused } from "../app/poll.ts";
import { describeFailure } from "../text/describe-failure.ts";
import { formatCount, formatPrice, formatRatio, parseAmount } from "../text/format.ts";
import { language, texts } from "../text/text.ts";
import { Act } from "./act.tsx";
import { type Fact, Facts } from "./facts.tsx";
import { Field } from "./fields.tsx";

const pauseMs = 150;

type CoverFormProps = {
  readonly accountId: string;
  readonly position: Position;
  /** The covered amount that reaches the margin ratio. */
  readonly neededForRatio: number | undefined;
};

export function CoverForm({ accountId, position, neededForRatio }: CoverFormProps): VNode {
  const { symbol, amountNeeded, covered } = position;
  // Less than what is in force would be a release, which one chooses.
  const [typed, setTyped] = useState(formatCount(Math.max(amountNeeded, covered)));
  const [isUntouched, setUntouched] = useState(true);
  const [reason, setReason] = useState("");
  const { cover } = texts.value;
  const amount = parseAmount(typed);
  const { preview, failure } = usePreview(accountId, position, amount);
  const type = (value: string): void => {
    setTyped(value);
    setUntouched(false);
  };
  const choose = (value: number): void => type(formatCount(value));
  const most = preview?.most ?? null;
  // The account may not have as much as the call needs.
  useEffect(() => {
    if (isUntouched && most !== null && amount !== undefined && amount > most) setTyped(formatCount(most));
  }, [isUntouched, most, amount]);
  const shown = amount === undefined ? undefined : formatCount(amount);
  const isPossible = preview?.status === "success" && preview.amount === amount;

  // What the question says and what is sent are one, so that neither moves while the other is read.
  const expectedCovered = preview?.before.covered ?? covered;
  const body = {
    change: { amount: amount ?? 0, expectedCovered, reason: reason.trim() },
    powerBefore: preview?.before.tradingPower ?? 0,
    powerAfter: preview?.after.tradingPower ?? 0,
  };

  return (
    <section class="box" aria-label={cover.title}>
      <h3>{cover.title}</h3>
      <div class="amount">
        <Field
          label={cover.amount}
          isNumber
          value={typed}
          isFaulty={amount === undefined}
          onType={type}
          onBlur={() => amount !== undefined && choose(amount)}
        />
        <button type="button" onClick={() => choose(amountNeeded)}>
          {cover.toCallRate}
        </button>
        {neededForRatio !== undefined && (
          <button type="button" onClick={() => choose(neededForRatio)}>
            {cover.toMarginRatio}
          </button>
        )}
      </div>
      {amount === undefined && <p class="force-close">{cover.notAnAmount}</p>}
      {failure !== undefined && <p class="force-close">{describeFailure(failure, "act")}</p>}
      {preview !== undefined && amount !== undefined && <Change preview={preview} />}
      <Field
        label={cover.reason}
        value={reason}
        maxLength={500}
        placeholder={cover.reasonExample}
        onType={setReason}
      />
      <Act
        label={shown === undefined ? cover.title : cover.set(shown)}
        isDisabled={!isPossible || reason.trim() === ""}
        intent={{ entered: `${amount} ${reason}`, seen: String(expectedCovered), body }}
        question={({ change, powerBefore, powerAfter }) =>
          cover.question({
            accountId,
            symbol,
            before: formatCount(change.expectedCovered),
            after: formatCount(change.amount),
            powerBefore: formatCount(powerBefore),
            powerAfter: formatCount(powerAfter),
          })
        }
        perform={({ change }, idempotencyKey) =>
          api.peek().operator.setCover(accountId, symbol, change, { idempotencyKey })
        }
        asksAgainAfter={["cover_changed"]}
        onDone={() => setReason("")}
      />
    </section>
  );
}

/** What the amount changes, or why it is refused. */
function Change({ preview }: { readonly preview: CoverPreview }): VNode {
  const { cover, position: words } = texts.value;
  const { before, after, status, message, least, most } = preview;
  const price = (value: number | null): string => (value === null ? "–" : formatPrice(value));
  const facts = (
    [
      [words.dealRatio, formatRatio(before.dealRatio), formatRatio(after.dealRatio)],
      [cover.tradingPower, formatCount(before.tradingPower), formatCount(after.tradingPower)],
      [words.callPrice, price(before.callPrice), price(after.callPrice)],
    ] as const
  ).map(
    ([name, from, to]): Fact => [
      name,
      <Fragment key={name}>
        <span class="quiet">{from} →</span> <strong>{to}</strong>
      </Fragment>,
    ],
  );
  return (
    <>
      <Facts facts={facts} />
      {status === "failed" && (
        <p role="status" class="force-close">
          {message}
        </p>
      )}
      {least !== null && most !== null && (
        <p class="quiet">{cover.range(formatCount(least), formatCount(most))}</p>
      )}
    </>
  );
}

type Previewed = { readonly preview?: CoverPreview; readonly failure?: ApiError };

/** Asks what an amount would change, shortly after it was typed and whenever the position moves. */
function usePreview(accountId: string, { symbol, covered, price }: Position, amount: number | undefined) {
  const [previewed, setPreviewed] = useState<Previewed>({});
  const chosen = language.value;
  usePaused(pauseMs, [accountId, symbol, amount, covered, price, chosen], async (signal) => {
    if (amount === undefined) return;
    const { queryFn } = api.peek().queries.previewCover(accountId, symbol, { amount });
    try {
      setPreviewed({ preview: await queryFn({ signal }) });
    } catch (thrown) {
      const failure = asApiError(thrown);
      // An amount that would be refused has a preview too.
      if (failure.kind === "refused") setPreviewed({ preview: failure.raw as CoverPreview });
      else if (!signal.aborted) setPreviewed((last) => ({ ...last, failure }));
    }
  });
  return previewed;
}
