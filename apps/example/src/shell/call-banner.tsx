/** A margin call, shown over every screen as soon as it arrives. */
import type { ReactNode } from "react";
import { linkTo } from "../parts/routes.ts";
import { useCall } from "../service/live-updates.ts";
import { formatCount } from "../text/format.ts";
import { fill, useTexts } from "../text/language.tsx";

export function CallBanner(): ReactNode {
  const [call, setCall] = useCall();
  const { notifications: texts } = useTexts();
  const { symbol = "", amount = 0 } = call?.data ?? {};
  const dismiss = (): void => setCall(null);
  // The region is there before its content, or else screen readers do not speak it.
  return (
    <div role="alert">
      {call && (
        <div className={`call ${call.type}`}>
          <p>
            <b>{fill(texts.types[call.type], { symbol, amount: formatCount(amount) })}</b>
            <small>{call.accountId}</small>
          </p>
          <a className="button primary" href={linkTo("accounts", call.accountId, symbol)} onClick={dismiss}>
            {texts.act}
          </a>
          <button type="button" onClick={dismiss}>
            {texts.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
