/** Covering a position: an amount, what it would change, and the order itself. */
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { CoveredMarginCallRequest } from "@trading-oms/types";
import type { CoveredFigures, CoverPreview, Position } from "@trading-oms/types/companion";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Failure } from "../parts/screen.tsx";
import { useDebounced } from "../parts/use-debounced.ts";
import { useSession } from "../service/session.tsx";
import { formatCount, formatPrice, formatRatio, parseAmount, rewriteAmounts } from "../text/format.ts";
import { fill, useLanguage, useTexts } from "../text/language.tsx";

type Props = { readonly accountId: string; readonly position: Position };

/** Other positions of the account move its trading power. */
const refetchMs = 2_000;

export function CoverForm({ accountId, position }: Props): ReactNode {
  const { symbol, covered, amountNeeded } = position;
  const { queries } = useSession();
  const language = useLanguage();
  const { cover: texts } = useTexts();
  // The form may open before the figures of the call arrive; once there is an amount, it stays as it was read.
  const suggested = Math.max(amountNeeded, covered);
  const [offered, setOffered] = useState(suggested);
  if (offered === 0 && suggested > 0) setOffered(suggested);
  const [changed, setTyped] = useState<string>();
  const typed = changed ?? formatCount(offered);
  const amount = parseAmount(typed);
  const tried = useDebounced(amount, 250);
  const preview = useQuery({
    ...queries.previewCover(accountId, symbol, { amount: tried ?? covered }, { language }),
    enabled: tried !== undefined,
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
  // Ask for the preview again when the price or the position changes.
  const { refetch } = preview;
  useEffect(() => void refetch(), [refetch, position]);
  // The same object is sent again after a broken connection, so that the service executes the order once.
  const order = useRef<CoveredMarginCallRequest>(undefined);
  const cover = useMutation({
    ...queries.setCoveredMarginCall(),
    onMutate: noteConnection,
    onSettled: (_data, _error, _order, noted) => noted?.stop(),
    onSuccess: () => {
      order.current = undefined;
    },
  });
  const change = (text: string): void => {
    cover.reset();
    setTyped(text);
  };
  // A refusal has the limits as well.
  const refusal = preview.error?.kind === "refused" ? (preview.error.raw as CoverPreview) : undefined;
  const isCurrent = tried === amount && preview.isSuccess && !preview.isPlaceholderData;
  const mayCover = isCurrent && amount !== undefined && amount !== covered && !cover.isPending;
  const submit = (): void => {
    if (!mayCover) return;
    if (order.current?.amount !== amount) order.current = { accountId, symbol, amount };
    cover.mutate(order.current);
  };
  const isUnsent = cover.error?.kind === "network" && cover.context?.wasOffline;
  const { most = null, before } = refusal ?? preview.data ?? {};
  const tooLittle = before ? before.outstanding - before.tradingPower : 0;
  return (
    <form className="cover" action={submit}>
      <h2>{texts.title}</h2>
      <label>
        {texts.amount}
        <input
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={amount === undefined}
          aria-describedby="cover-hint"
          onChange={(event) => change(event.target.value)}
        />
      </label>
      <small id="cover-hint" className={amount === undefined ? "failure" : "quiet"}>
        {amount === undefined ? texts.invalid : amount === covered ? texts.same : texts.hint}
      </small>
      <div className="choices">
        <button type="button" onClick={() => change(formatCount(amountNeeded))}>
          {texts.needed} <b>{formatCount(amountNeeded)}</b>
        </button>
        {most !== null && (
          <button type="button" onClick={() => change(formatCount(most))}>
            {texts.most} <b>{formatCount(most)}</b>
          </button>
        )}
      </div>
      {preview.isSuccess && <BeforeAndAfter preview={preview.data} isCurrent={isCurrent} />}
      {tooLittle > 0 && <p className="called">{fill(texts.tooLittle, { amount: formatCount(tooLittle) })}</p>}
      {isUnsent ? (
        <p role="alert" className="failure">
          {texts.unsent}
        </p>
      ) : (
        <Failure error={preview.error ?? cover.error} />
      )}
      <p role="status" className="covered">
        {rewriteAmounts(cover.data?.message ?? "")}
      </p>
      <button type="submit" className="primary" disabled={!mayCover}>
        {fill((amount ?? 0) < covered ? texts.lower : texts.raise, { amount: formatCount(amount ?? 0) })}
      </button>
    </form>
  );
}

type Previewed = { readonly preview: CoverPreview; readonly isCurrent: boolean };

function BeforeAndAfter({ preview, isCurrent }: Previewed): ReactNode {
  const { accounts, cover, position } = useTexts();
  const { symbol, before, after } = preview;
  const lines: readonly (readonly [name: string, write: (figures: CoveredFigures) => string])[] = [
    [position.ratio, ({ dealRatio }) => formatRatio(dealRatio)],
    [`${accounts.missing}, ₫`, ({ outstanding }) => formatCount(outstanding)],
    [`${accounts.power}, ₫`, ({ tradingPower }) => formatCount(tradingPower)],
    [position.callPrice, ({ callPrice }) => (callPrice === null ? "–" : formatPrice(callPrice, symbol))],
  ];
  return (
    <table className={isCurrent ? "" : "old"}>
      <thead>
        <tr>
          <td />
          <th scope="col">{cover.before}</th>
          <th scope="col">{cover.after}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, write]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="quiet">{write(before)}</td>
            <td className={write(after) === write(before) ? "" : "changed"}>{write(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Notes whether the browser is offline until it is stopped, so that no attempt of a change can have arrived. */
function noteConnection(): { wasOffline: boolean; readonly stop: () => void } {
  const stopping = new AbortController();
  const noted = { wasOffline: !navigator.onLine, stop: () => stopping.abort() };
  const noteOnline = (): void => {
    noted.wasOffline = false;
  };
  addEventListener("online", noteOnline, { signal: stopping.signal });
  return noted;
}
