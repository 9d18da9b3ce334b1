/** A margin call, shown over every screen as soon as it arrives. */
import { skipToken, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describeNotification } from "../notifications/notifications.tsx";
import { linkTo } from "../parts/routes.ts";
import { useCall } from "../service/live-updates.ts";
import { useSession } from "../service/session.tsx";
import { useTexts } from "../text/language.tsx";

export function CallBanner(): ReactNode {
  const [call, setCall] = useCall();
  const { notifications: texts } = useTexts();
  const { queries } = useSession();
  const { symbol = "" } = call?.data ?? {};
  const account = queries.getAccount(call?.accountId ?? "");
  const { data } = useQuery({ ...account, queryFn: call ? account.queryFn : skipToken });
  // Prices and covers move what is missing after the call was sent.
  const missing = data?.positions.find((each) => each.symbol === symbol)?.outstanding;
  const dismiss = (): void => setCall(null);
  // The region is there before its content, or else screen readers do not speak it.
  return (
    <div role="alert">
      {call && missing !== 0 && (
        <div className={`call ${call.type}`}>
          <p>
            <b>
              {describeNotification(
                call.type,
                missing === undefined ? call.data : { symbol, amount: missing },
                texts.types,
              )}
            </b>
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
