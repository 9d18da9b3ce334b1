/** The faults of fields in Vietnamese; the service words them in English. */
import { vi } from "./vi.ts";

/** Names a field, such as `percents.1.percent`, and says what to mend. */
export function describeFieldVi(field: string, messages: readonly string[]): string {
  const [name = "", row] = field.split(".");
  const named = `${fields[name] ?? field}${row === undefined ? "" : `, dòng ${Number(row) + 1}`}`;
  return `${named}: ${messages.map(translate).join(", ")}.`;
}

/** What forms and filters send, beside what the audit names. */
const fields: Readonly<Record<string, string>> = {
  ...vi.audit.names,
  amount: "số tiền",
  reason: "lý do",
  note: "ghi chú",
  promisedAmount: "số tiền hứa",
  price: "giá",
  percents: "mức biến động",
  prices: "giá thử",
  symbol: "mã",
  group: "nhóm",
  user: "khách hàng",
  order: "thứ tự",
};

/** A sentence that is none of these stays as it is. */
function translate(message: string): string {
  for (const [pattern, words] of sentences) {
    if (pattern.test(message)) return message.replace(pattern, words);
  }
  return message;
}

const sentences: readonly (readonly [RegExp, string])[] = [
  [/^is required$/, "cần phải có"],
  [/^is not known here$/, "không có ở đây"],
  [/^has to be an? (?:whole )?(?:number|integer)$/, "phải là số"],
  [/^has to be an? (?:string|object|array)$/, "không đúng định dạng"],
  [/^has to be (\S+) or more$/, "phải từ $1 trở lên"],
  [/^has to be (\S+) or less$/, "không được quá $1"],
  [
    /^has to be a whole number from (\d+) to (\d+) in plain decimal digits$/,
    "phải là số nguyên từ $1 đến $2",
  ],
  [/^has to be (\d+) to (\d+) characters long$/, "phải dài từ $1 đến $2 ký tự"],
  [/^has to be one of (.+)$/, "phải là một trong: $1"],
  [/^has to be a time to come$/, "phải là lúc sắp tới"],
  [/^has characters that are not allowed here$/, "có ký tự không được phép"],
];
