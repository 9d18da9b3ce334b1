/** Sets the covered amount of a position, showing before what it will change. */
import type { ApiError } from "@trading-oms/client";
import type { CoverPreview, Position } from "@trading-oms/types/companion";
import { Fragment, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, dataOf } from "../app/api.ts";
import { asApiError } from "../app/poll.ts";
import { formatCount, formatPrice, formatRatio, parseAmount } from "../text/format.ts";
import { language, texts } from "../text/text.ts";
import { Act, type ActResult } from "./act.tsx";
import { type Fact, Facts } from "./facts.tsx";

const pauseMs = 150;

type CoverFormProps = {
  readonly accountId: string;
  readonly position: Position;
  /** The covered amount that reaches the margin ratio. */
  readonly neededForRatio: number | undefined;
};

export function CoverForm({ accountId, position, neededForRatio }: CoverFormProps): VNode {
  const { symbol, amountNeeded, covered } = position;
  const [typed, setTyped] = useState(formatCount(amountNeeded || covered));
  const [reason, setReason] = useState("");
  const { cover } = texts.value;
  const amount = parseAmount(typed);
  const { preview, failure, refresh } = usePreview(accountId, position, amount);
  const choose = (value: number): void => setTyped(formatCount(value));
  const shown = amount === undefined ? undefined : formatCount(amount);
  const isPossible = preview?.status === "success" && preview.amount === amount;

  const perform = async (key: string): Promise<ActResult> => {
    const answer = await api.value.operator.PATCH(
      "/operator/v0/accounts/{accountId}/positions/{symbol}/cover",
      {
        params: {
          path: { accountId, symbol },
          header: { "Idempotency-Key": key, "Accept-Language": language.value },
        },
        body: {
          amount: amount ?? 0,
          expectedCovered: preview?.before.covered ?? covered,
          reason: reason.trim(),
        },
      },
    );
    const result = dataOf(answer);
    if (result.code === "cover_changed") await refresh();
    return result;
  };

  return (
    <section class="box" aria-label={cover.title}>
      <h3>{cover.title}</h3>
      <div class="amount">
        <label class="field">
          {cover.amount}
          <input
            class="number"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            aria-invalid={amount === undefined}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onBlur={() => amount !== undefined && choose(amount)}
          />
        </label>
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
      {failure !== undefined && (
        <p class="force-close">{failure.status === 404 ? texts.value.act.gone : failure.message}</p>
      )}
      {preview !== undefined && amount !== undefined && <Change preview={preview} />}
      <label class="field">
        {cover.reason}
        <input
          value={reason}
          maxLength={500}
          placeholder={cover.reasonExample}
          autoComplete="off"
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      <Act
        label={shown === undefined ? cover.title : cover.set(shown)}
        question={
          preview !== undefined &&
          cover.question({
            accountId,
            symbol,
            before: formatCount(preview.before.covered),
            after: formatCount(preview.amount),
            powerBefore: formatCount(preview.before.tradingPower),
            powerAfter: formatCount(preview.after.tradingPower),
          })
        }
        isDisabled={!isPossible || reason.trim() === ""}
        intent={`${amount} ${reason}`}
        perform={perform}
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
  const ask = async (stopping?: AbortSignal): Promise<void> => {
    if (amount === undefined) return;
    try {
      const answer = await api
        .peek()
        .companion.POST("/companion/v0/accounts/{accountId}/positions/{symbol}/cover-preview", {
          params: { path: { accountId, symbol }, header: { "Accept-Language": chosen } },
          body: { amount },
          ...(stopping === undefined ? {} : { signal: stopping }),
        });
      setPreviewed({ preview: dataOf(answer) });
    } catch (thrown) {
      if (stopping?.aborted) return;
      setPreviewed((last) => ({ ...last, failure: asApiError(thrown) }));
    }
  };
  useEffect(() => {
    const stopping = new AbortController();
    const timer = setTimeout(() => void ask(stopping.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [accountId, symbol, amount, covered, price, chosen]);
  return { ...previewed, refresh: () => ask() };
}
