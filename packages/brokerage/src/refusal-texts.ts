/** Why a change is refused: the codes, and the reasons in words for the person who asked. */
import type { CoverRefusal } from "@trading-oms/margin";
import { type Price, renderPrice } from "@trading-oms/market";
import type { RatesName } from "./ports/index.ts";
import { renderVnd } from "./services.ts";

export type TextLanguage = "en" | "vi";

export type CoverRefusalCode =
  | Exclude<CoverRefusal, "closing">
  | "position_closing"
  | "amounts_too_large"
  | "cover_changed";

export type CashRefusalCode =
  | "above_trading_power"
  | "needed_for_calls"
  | "unreliable_price"
  | "amounts_too_large"
  | "too_many_notifications";

export type RatesRefusalCode = "not_listed" | "rates_not_valid" | "no_rates" | "calls_end";

export type PriceRefusalCode = "price_unusual" | "price_not_valid" | "price_newer" | "amounts_too_large";

type RefusedCover = {
  readonly symbol: string;
  readonly amountVnd: bigint;
  readonly coveredVnd: bigint;
  /** The nearest amount that would be accepted, where the amount is the reason. */
  readonly boundVnd: bigint;
  readonly tradingPowerVnd: bigint;
  readonly tooLarge: string;
};

type RefusedCash = {
  readonly amountVnd: bigint;
  readonly tradingPowerVnd: bigint;
  /** What can leave. */
  readonly boundVnd: bigint;
  /** The symbols whose prices are not reliable. */
  readonly symbols: string;
  readonly tooLarge: string;
};

type RefusedRates = {
  readonly level: RatesName["level"];
  readonly name: string;
  /** What is not listed, and what was probably meant, in English. */
  readonly unlisted: string;
  /** What is wrong with the rates, in English. */
  readonly faults: string;
  /** The open calls that would end, and what they lack. */
  readonly endedCount: number;
  readonly endedOutstandingVnd: bigint;
};

/** A refused price, with prices as people of the language write them. */
type RefusedPrice = {
  readonly symbol: string;
  readonly price: string;
  readonly lastPrice: string | undefined;
  /** The reference price of the day, where the price is far from that and not from the last one. */
  readonly referencePrice?: string | undefined;
  readonly floor: string;
  readonly ceiling: string;
  readonly isInBand: boolean;
  readonly tooLarge: string;
};

type WriteVnd = (amountVnd: bigint) => string;

/** Each code with its meaning, for developers, and its reason in each language, for people. */
export type RefusalTexts<Code extends string, Figures> = Readonly<
  Record<
    Code,
    { readonly meaning: string } & Readonly<Record<TextLanguage, (figures: Figures, vnd: WriteVnd) => string>>
  >
>;

const amountsTooLarge = {
  meaning: "A figure of the account would be too large to be counted exactly.",
  en: ({ tooLarge }: { readonly tooLarge: string }) => `the ${tooLarge}`,
  vi: () => "một số liệu của tài khoản sẽ quá lớn để tính chính xác.",
};

export const coverRefusals: RefusalTexts<CoverRefusalCode, RefusedCover> = {
  position_closing: {
    meaning: "The position is being closed, and takes no change.",
    en: ({ symbol }) => `the position in ${symbol} is being closed.`,
    vi: ({ symbol }) => `vị thế ${symbol} đang được đóng.`,
  },
  above_trading_power: {
    meaning: "The raise takes more than the trading power of the account.",
    en: ({ symbol, amountVnd, coveredVnd, boundVnd, tradingPowerVnd }, vnd) =>
      `raising the covered amount of ${symbol} by ${vnd(amountVnd - coveredVnd)} takes more than the trading power of ${vnd(tradingPowerVnd)}; at most ${vnd(boundVnd)} can be covered.`,
    vi: ({ symbol, amountVnd, coveredVnd, boundVnd, tradingPowerVnd }, vnd) =>
      `tăng ký quỹ bổ sung của ${symbol} thêm ${vnd(amountVnd - coveredVnd)} vượt quá sức mua ${vnd(tradingPowerVnd)}; có thể đặt tối đa ${vnd(boundVnd)}.`,
  },
  above_full_cover: {
    meaning: "The amount is more than covers the position in full.",
    en: ({ symbol, amountVnd, boundVnd }, vnd) =>
      `${vnd(amountVnd)} is more than the position in ${symbol} needs to be fully covered; ${vnd(boundVnd)} covers it in full.`,
    vi: ({ symbol, amountVnd, boundVnd }, vnd) =>
      `${vnd(amountVnd)} nhiều hơn mức ký quỹ bổ sung đủ cho toàn bộ vị thế ${symbol}; ${vnd(boundVnd)} là đủ.`,
  },
  below_need: {
    meaning: "The lowered amount would not keep the position clear of its margin call.",
    en: ({ symbol, amountVnd, boundVnd }, vnd) =>
      `${symbol} needs ${vnd(boundVnd)} to stay clear of its margin call, and ${vnd(amountVnd)} is less.`,
    vi: ({ symbol, amountVnd, boundVnd }, vnd) =>
      `${symbol} cần ${vnd(boundVnd)} để không bị gọi ký quỹ, và ${vnd(amountVnd)} là chưa đủ.`,
  },
  stale_price: {
    meaning: "The market is open and the last price is too old to lower the amount on.",
    en: ({ symbol, coveredVnd }, vnd) =>
      `the last price of ${symbol} is too old to lower its covered amount of ${vnd(coveredVnd)} while the market is open.`,
    vi: ({ symbol, coveredVnd }, vnd) =>
      `giá gần nhất của ${symbol} đã cũ nên chưa thể giảm ký quỹ bổ sung ${vnd(coveredVnd)} khi thị trường đang mở.`,
  },
  halted: {
    meaning: "The symbol is halted while the market is open, so the amount can't be lowered.",
    en: ({ symbol, coveredVnd }, vnd) =>
      `${symbol} is halted, and its covered amount of ${vnd(coveredVnd)} can't be lowered until it trades.`,
    vi: ({ symbol, coveredVnd }, vnd) =>
      `${symbol} đang tạm ngừng giao dịch; ký quỹ bổ sung ${vnd(coveredVnd)} chỉ có thể giảm khi giao dịch trở lại.`,
  },
  amounts_too_large: amountsTooLarge,
  cover_changed: {
    meaning: "Another amount is in force than the one that was expected. Only operators name one.",
    en: ({ symbol, coveredVnd }, vnd) =>
      `the covered amount of ${symbol} was changed meanwhile and is ${vnd(coveredVnd)}.`,
    vi: ({ symbol, coveredVnd }, vnd) =>
      `ký quỹ bổ sung của ${symbol} vừa được thay đổi và hiện là ${vnd(coveredVnd)}.`,
  },
};

export const cashRefusals: RefusalTexts<CashRefusalCode, RefusedCash> = {
  above_trading_power: {
    meaning: "The withdrawal takes more than the trading power of the account.",
    en: ({ amountVnd, tradingPowerVnd, boundVnd }, vnd) =>
      `${vnd(amountVnd)} can't leave, because the trading power is ${vnd(tradingPowerVnd)}; ${vnd(boundVnd)} can.`,
    vi: ({ amountVnd, tradingPowerVnd, boundVnd }, vnd) =>
      `không thể rút ${vnd(amountVnd)} vì sức mua là ${vnd(tradingPowerVnd)}; có thể rút tối đa ${vnd(boundVnd)}.`,
  },
  needed_for_calls: {
    meaning: "Called positions need what the withdrawal takes.",
    en: ({ amountVnd, boundVnd }, vnd) =>
      `${vnd(amountVnd)} can't leave, because positions that are called need the rest; ${vnd(boundVnd)} can.`,
    vi: ({ amountVnd, boundVnd }, vnd) =>
      `không thể rút ${vnd(amountVnd)} vì các vị thế bị gọi ký quỹ cần phần còn lại; có thể rút tối đa ${vnd(boundVnd)}.`,
  },
  unreliable_price: {
    meaning:
      "The market is open and a symbol is halted or its price too old, so that nothing leaves which its floor or ceiling would need.",
    en: ({ amountVnd, boundVnd, symbols }, vnd) =>
      `${vnd(amountVnd)} can't leave while the market is open and the prices of ${symbols} are uncertain, halted or too old; ${vnd(boundVnd)} can.`,
    vi: ({ amountVnd, boundVnd, symbols }, vnd) =>
      `không thể rút ${vnd(amountVnd)} khi thị trường đang mở mà giá của ${symbols} chưa chắc chắn (tạm ngừng giao dịch hoặc đã cũ); có thể rút tối đa ${vnd(boundVnd)}.`,
  },
  amounts_too_large: amountsTooLarge,
  too_many_notifications: {
    meaning: "The user has the largest number of notifications, so that no movement can be announced.",
    en: () => "the user can't be told of any more.",
    vi: () => "không thể gửi thêm thông báo cho khách hàng này.",
  },
};

export const contactRefusals: RefusalTexts<"no_open_call", { readonly symbol: string }> = {
  no_open_call: {
    meaning: "The position is not called, so there is no call that the contact could belong to.",
    en: ({ symbol }) => `the position in ${symbol} is not called.`,
    vi: ({ symbol }) => `vị thế ${symbol} không bị gọi ký quỹ.`,
  },
};

const levelsInVietnamese = { symbol: "mã", product: "sản phẩm", group: "nhóm" } as const;

export const ratesRefusals: RefusalTexts<RatesRefusalCode, RefusedRates> = {
  not_listed: {
    meaning: "What the rates are for is no listed symbol, product or group.",
    en: ({ unlisted }) => unlisted.replace(/^The/, "the"),
    vi: ({ level, name }) => `không có ${levelsInVietnamese[level]} ${name} trong danh mục.`,
  },
  rates_not_valid: {
    meaning: "The three rates do not fit together.",
    en: ({ faults }) => faults,
    vi: () =>
      "ba tỷ lệ phải từ 0 đến 1, tỷ lệ duy trì nhỏ hơn 1 và không vượt tỷ lệ ký quỹ ban đầu, tỷ lệ xử lý không vượt tỷ lệ duy trì.",
  },
  no_rates: {
    meaning: "Rates are to be removed where none are set.",
    en: ({ level, name }) => `the ${level} ${name} has no rates of its own.`,
    vi: ({ level, name }) => `${levelsInVietnamese[level]} ${name} không có tỷ lệ riêng.`,
  },
  calls_end: {
    meaning: "The change would end open calls, and was not confirmed.",
    en: ({ endedCount, endedOutstandingVnd }, vnd) =>
      `this would end ${endedCount} open ${endedCount === 1 ? "call" : "calls"} with ${vnd(endedOutstandingVnd)} outstanding; confirm it if it is meant.`,
    vi: ({ endedCount, endedOutstandingVnd }, vnd) =>
      `thay đổi này sẽ kết thúc ${endedCount} lệnh gọi ký quỹ đang mở, còn phải bổ sung ${vnd(endedOutstandingVnd)}; hãy xác nhận nếu đúng.`,
  },
};

export const priceRefusals: RefusalTexts<PriceRefusalCode, RefusedPrice> = {
  price_unusual: {
    meaning:
      "The price lies outside the band of the day, or is more than a tenth away from its reference or from the last one, and was not confirmed.",
    en: ({ symbol, price, lastPrice, referencePrice, floor, ceiling, isInBand }) =>
      isInBand
        ? `${price} is more than a tenth away from the ${referencePrice === undefined ? "last" : "reference"} price of ${symbol}, ${referencePrice ?? lastPrice}; confirm it if it is meant.`
        : `${price} lies outside the band of ${symbol}, ${floor} to ${ceiling}; confirm it if it is meant.`,
    vi: ({ symbol, price, lastPrice, referencePrice, floor, ceiling, isInBand }) =>
      isInBand
        ? `${price} cách giá ${referencePrice === undefined ? "gần nhất" : "tham chiếu"} của ${symbol}, ${referencePrice ?? lastPrice}, hơn một phần mười; hãy xác nhận nếu đúng.`
        : `${price} nằm ngoài biên độ của ${symbol}, ${floor} đến ${ceiling}; hãy xác nhận nếu đúng.`,
  },
  price_not_valid: {
    meaning: "The price is not on a step of the symbol, or too large.",
    en: ({ symbol, price }) => `${price} is not on a step of ${symbol}, or is too large.`,
    vi: ({ symbol, price }) => `${price} không đúng bước giá của ${symbol}, hoặc quá lớn.`,
  },
  price_newer: {
    meaning: "The last price is newer than the clock of the server says that it is now.",
    en: ({ symbol, lastPrice }) => `${symbol} has a newer price, ${lastPrice}.`,
    vi: ({ symbol, lastPrice }) => `${symbol} có giá mới hơn, ${lastPrice}.`,
  },
  amounts_too_large: { ...amountsTooLarge, en: ({ tooLarge }) => tooLarge },
};

/** Writes a price as people of a language do. */
export function priceIn(language: TextLanguage, price: Price): string {
  const [whole = "", fraction] = renderPrice(price).split(".");
  const [group, point] = language === "vi" ? [".", ","] : [",", "."];
  const grouped = whole.replaceAll(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}

/** Tells why nothing was changed, with the figures needed to correct it. */
export function formatRefusal<Code extends string, Figures>(
  texts: RefusalTexts<Code, Figures>,
  code: Code,
  figures: Figures,
  language: TextLanguage = "en",
): string {
  const reason = texts[code][language](figures, vndIn(language));
  return language === "vi" ? `Không có gì thay đổi: ${reason}` : `Nothing was changed: ${reason}`;
}

/** Writes amounts as people of a language do. */
export function vndIn(language: TextLanguage): WriteVnd {
  return (amountVnd) => renderVnd(amountVnd, language === "vi" ? "." : ",");
}

/** Describes what an order did, or the reason why it did nothing, with the figures needed to correct it. */
export function formatCover(
  done: "accepted" | "unchanged" | CoverRefusalCode,
  figures: RefusedCover,
  language: TextLanguage,
): string {
  const { symbol, amountVnd, coveredVnd } = figures;
  const vnd = vndIn(language);
  if (done === "accepted") {
    return language === "vi"
      ? `Ký quỹ bổ sung của ${symbol} hiện là ${vnd(amountVnd)}; trước đó là ${vnd(coveredVnd)}.`
      : `The covered amount of ${symbol} is ${vnd(amountVnd)} now; it was ${vnd(coveredVnd)}.`;
  }
  if (done === "unchanged") {
    return language === "vi"
      ? `Ký quỹ bổ sung của ${symbol} đã là ${vnd(coveredVnd)}.`
      : `The covered amount of ${symbol} is ${vnd(coveredVnd)} already.`;
  }
  return formatRefusal(coverRefusals, done, figures, language);
}
