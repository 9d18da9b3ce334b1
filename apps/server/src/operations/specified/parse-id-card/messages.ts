import type { CardReading, FieldName, Language, Problem, ReadField, Source } from "@trading-oms/id-card";
import { describeProblem } from "@trading-oms/id-card/limits";

type UnfinishedReading = Pick<CardReading, "missing" | "doubtful" | "problems" | "fields">;

/** The fields that a complete reading needs, whatever the sides show. */
export const neededFields: readonly FieldName[] = ["idNumber", "fullName", "dateOfBirth", "sex"];

type Phrases = {
  readonly listFields: (names: readonly FieldName[]) => string;
  readonly sources: Readonly<Record<Source, string>>;
  readonly sides: Readonly<Record<Problem["side"], string>>;
  readonly inWords: Intl.ListFormat;
  readonly describeUnread: (names: string) => string;
  readonly describeDoubtful: (name: string) => string;
  readonly describeContradicted: (name: string, sources: string) => string;
  readonly describeLate: (names: string) => string;
  /** Begins a sentence. An English one begins with the name of a field, which is left as it is. */
  readonly begin: (sentence: string) => string;
  readonly describePhoto: (problem: Problem) => string;
  readonly photographAgain: string;
  readonly sendSmaller: string;
};

const fieldsInVietnamese: Readonly<Record<FieldName, string>> = {
  idNumber: "số định danh",
  fullName: "họ và tên",
  dateOfBirth: "ngày sinh",
  sex: "giới tính",
  nationality: "quốc tịch",
  placeOfOrigin: "quê quán / nơi đăng ký khai sinh",
  placeOfResidence: "nơi cư trú",
  dateOfExpiry: "ngày hết hạn",
  dateOfIssue: "ngày cấp",
  issuedBy: "cơ quan cấp",
};

const inEnglish = new Intl.ListFormat("en-GB");

const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    listFields: (names) => inEnglish.format(names),
    sources: { qr: "the QR code", mrz: "the machine-readable lines", print: "the print", law: "the law" },
    sides: { front: "Front", back: "Back" },
    inWords: inEnglish,
    describeUnread: (names) => `${names} could not be read`,
    describeDoubtful: (name) => `${name} is doubtful`,
    describeContradicted: (name, sources) => `${name} is doubtful, because ${sources} disagree`,
    describeLate: (names) => `${names} could not be read: the time for reading was over`,
    begin: (sentence) => sentence,
    describePhoto: ({ message }) => message,
    photographAgain: "Photograph both sides again, flat, in even light and without glare.",
    sendSmaller: "Send smaller photographs of the card alone, one of each side.",
  },
  vi: {
    // Without "và" before the last, which "họ và tên" has already.
    listFields: (names) => names.map((name) => fieldsInVietnamese[name]).join(", "),
    sources: { qr: "mã QR", mrz: "dòng máy đọc", print: "chữ in", law: "quy định pháp luật" },
    sides: { front: "Mặt trước", back: "Mặt sau" },
    inWords: new Intl.ListFormat("vi-VN"),
    describeUnread: (names) => `không đọc được ${names}`,
    describeDoubtful: (name) => `${name} chưa chắc chắn`,
    describeContradicted: (name, sources) => `${name} chưa chắc chắn vì ${sources} không khớp nhau`,
    describeLate: (names) => `không đọc được ${names} vì đã hết thời gian xử lý`,
    begin: (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1),
    describePhoto: ({ code }) => describeProblem(code, "vi"),
    photographAgain: "Vui lòng đặt thẻ nằm phẳng, ở nơi đủ sáng, không bị lóa và chụp lại cả hai mặt.",
    sendSmaller: "Vui lòng gửi ảnh nhỏ hơn, mỗi mặt một ảnh và chỉ chụp riêng thẻ.",
  },
};

/** The message for a card whose time ran out before any field was read. */
export function describeLateCard(language: Language): string {
  const { begin, listFields, describeLate, sendSmaller } = phrases[language];
  return `${begin(describeLate(listFields(neededFields)))}. ${sendSmaller}`;
}

export function describeCardError(
  { missing, doubtful, problems, fields }: UnfinishedReading,
  language: Language,
): string {
  const { begin, listFields, describeUnread, sides, describePhoto, photographAgain } = phrases[language];
  const lost = [...missing, ...neededFields.filter((name) => fields[name] === undefined)];
  const unread = [...new Set(lost)].filter((name) => !doubtful.includes(name));
  const parts = doubtful.map((name) => describeDoubt(name, fields[name], phrases[language]));
  if (unread.length > 0) parts.push(describeUnread(listFields(unread)));
  const told = problems.map((problem) => `${sides[problem.side]}: ${describePhoto(problem)}.`);
  return [`${begin(parts.join("; "))}.`, ...(told.length > 0 ? told : [photographAgain])].join(" ");
}

function describeDoubt(
  name: FieldName,
  field: ReadField | undefined,
  { inWords, listFields, describeContradicted, describeDoubtful, sources }: Phrases,
): string {
  const against = field?.contradictedBy ?? [];
  if (field === undefined || against.length === 0) return describeDoubtful(listFields([name]));
  const told = new Set([field.source, ...against].map((source) => sources[source]));
  return describeContradicted(listFields([name]), inWords.format(told));
}
