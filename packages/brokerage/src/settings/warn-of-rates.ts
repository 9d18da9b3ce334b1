/** What is allowed and unusual about rates. */
import { checkRates, oneMillionths } from "@trading-oms/margin";
import { type Instrument, productGroupOf } from "@trading-oms/market";
import type { RatesSetting } from "../reference/rates.ts";
import type { TextLanguage } from "../refusal-texts.ts";

/** The floors of the Vietnamese rules for buying shares on margin: 50 % at the purchase, 30 % afterwards. */
const initialMarginMin = 500_000n;
const maintenanceMarginMin = 300_000n;

const texts = {
  "margin-low": {
    en: "marginRatio is below 0.5, the least initial margin that the law allows for shares.",
    vi: "Tỷ lệ ký quỹ ban đầu dưới 0,5, mức tối thiểu theo quy định đối với cổ phiếu.",
  },
  "call-rate-low": {
    en: "marginCallRate is below 0.3, the least maintenance margin that the law allows for shares.",
    vi: "Tỷ lệ duy trì dưới 0,3, mức tối thiểu theo quy định đối với cổ phiếu.",
  },
  "lending-on-upcom": {
    en: "Shares on UPCOM may not be bought on margin: set marginRatio to 1, or end lending.",
    vi: "Cổ phiếu trên UPCOM không được giao dịch ký quỹ: đặt tỷ lệ ký quỹ ban đầu là 1, hoặc ngừng cho vay.",
  },
} as const;

/** Lists the warnings of valid rates. The instrument is that of a symbol, if it is listed. */
export function listWarnings(
  setting: RatesSetting,
  instrument: Pick<Instrument, "exchange"> | undefined,
  language: TextLanguage = "en",
): string[] {
  const { rates } = setting;
  const warnings =
    language === "vi" && rates.marginCallRate === rates.marginRatio
      ? ["Tỷ lệ duy trì bằng tỷ lệ ký quỹ ban đầu: khoản lỗ đầu tiên đã là một lệnh gọi ký quỹ."]
      : [...checkRates(rates).warnings];
  return [...warnings, ...listUnlawful(setting, instrument).map((code) => texts[code][language])];
}

function listUnlawful(
  { level, name, rates, isLendingEnded = false }: RatesSetting,
  instrument: Pick<Instrument, "exchange"> | undefined,
): (keyof typeof texts)[] {
  // What is fully paid is not bought on margin.
  if (rates.marginRatio === oneMillionths) return [];
  const group = level === "group" ? name : instrument && productGroupOf(instrument.exchange);
  if (group === "UPX") return isLendingEnded ? [] : ["lending-on-upcom"];
  if (group !== "STO" && group !== "STX") return [];
  return [
    ...(rates.marginRatio < initialMarginMin ? ["margin-low" as const] : []),
    ...(rates.marginCallRate < maintenanceMarginMin ? ["call-rate-low" as const] : []),
  ];
}
