import type { CalendarDay, CardKind } from "../card.ts";
import type { Dice } from "../dice.ts";
import { inventPlaces } from "./places.ts";

/** An invented person, and the data of the card. */
export type Person = {
  readonly number: string;
  /** The number of the earlier paper card, nine or twelve digits. */
  readonly oldNumber: string | undefined;
  readonly surname: string;
  /** Middle and given names. */
  readonly otherNames: string;
  readonly birth: CalendarDay;
  readonly sex: "Nam" | "Nữ";
  /** The place of origin, or on the card of 2024 the place of birth registration. */
  readonly origin: string;
  readonly residence: string;
  readonly issue: CalendarDay;
  /** Undefined on a card that does not expire. */
  readonly expiry: CalendarDay | undefined;
  /** Distinguishing marks, printed on the back of the 2021 card. */
  readonly marks: string;
};

/** Invents a person with consistent number, dates and places. */
export function inventPerson(kind: CardKind, dice: Dice): Person {
  const issue = dayBetween(kind === "2021" ? [2021, 2024.5] : [2024.5, 2026.8], dice.for("issue"));
  const who = dice.for("who");
  const sex = who.happens(0.5) ? "Nam" : "Nữ";
  const birth = birthFor(issue, who);
  const places = inventPlaces(issue, dice.for("places"));
  const names = sex === "Nam" ? [middleWords.man, givenWords.man] : [middleWords.woman, givenWords.woman];
  const otherNames = names.map((words) => who.pick<string>(words)).filter((word) => word !== "");
  return {
    number: numberFor(places.provinceNumber, sex, birth, who),
    oldNumber: who.happens(0.7) ? digits(who.happens(0.85) ? 9 : 12, who) : undefined,
    surname: who.pick(surnameWords),
    otherNames: otherNames.join(" "),
    birth,
    sex,
    origin: places.origin,
    residence: places.residence,
    issue,
    expiry: expiryFor(birth, issue),
    marks: inventMarks(dice.for("marks")),
  };
}

/** Province, century and sex, year of birth, and six random digits. */
function numberFor(provinceNumber: string, sex: string, birth: CalendarDay, dice: Dice): string {
  const century = (Math.floor(birth.year / 100) - 19) * 2 + (sex === "Nam" ? 0 : 1);
  return `${provinceNumber}${century}${String(birth.year % 100).padStart(2, "0")}${digits(6, dice)}`;
}

/** Mostly the ages at which people open accounts, with enough older people for cards without expiry. */
function birthFor(issue: CalendarDay, dice: Dice): CalendarDay {
  const [from, to] = dice.pick([
    [15, 30],
    [20, 45],
    [20, 45],
    [30, 60],
    [59, 88],
  ] as const);
  return dayBetween([issue.year - to, issue.year - from], dice);
}

/** Cards expire on the birthday at 25, 40 or 60; within two years before one, on the next. */
function expiryFor(birth: CalendarDay, issue: CalendarDay): CalendarDay | undefined {
  const age = issue.year - birth.year + (issue.month - birth.month) / 12 + (issue.day - birth.day) / 365;
  const until = [25, 40, 60].find((each) => age < each - 2);
  return until === undefined ? undefined : { ...birth, year: birth.year + until };
}

function dayBetween([from, to]: readonly [number, number], dice: Dice): CalendarDay {
  const moment = dice.between(from, to);
  const year = Math.floor(moment);
  return { year, month: 1 + Math.floor((moment - year) * 12), day: 1 + dice.below(28) };
}

function digits(count: number, dice: Dice): string {
  return Array.from({ length: count }, () => dice.below(10)).join("");
}

function inventMarks(dice: Dice): string {
  const mark = dice.pick(["Nốt ruồi", "Sẹo chấm", "Sẹo", "Sẹo thẳng"]);
  const distance = dice.pick(["0,5cm", "1cm", "1,5cm", "2cm", "2,5cm", "3cm"]);
  const side = dice.pick(["trên", "dưới", "trên sau", "dưới sau"]);
  const place = dice.pick([
    "cánh mũi phải",
    "đầu lông mày trái",
    "mép trái",
    "đuôi mắt phải",
    "cằm",
    "gò má trái",
  ]);
  return `${mark} c:${distance} ${side} ${place}`;
}

/** Surnames, weighted by frequency. */
export const surnameWords: readonly string[] = [
  ...repeat("Nguyễn", 24),
  ...repeat("Trần", 9),
  ...repeat("Lê", 8),
  ...repeat("Phạm", 6),
  ...repeat("Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ", 3),
  ...repeat("Hồ Ngô Dương Lý Đinh Trịnh Trương Đoàn Lương Mai", 2),
  ..."Lâm Cao Tạ Thái Phùng Quách Tô Châu Kiều Vương Đào Hà Tăng Triệu La Lục Nông Sầm Bế Hứa Viên Nghiêm Khổng".split(
    " ",
  ),
  ..."Lò Cầm Quàng Giàng Thào Vàng Lầu Sùng Ma Đàm Chu Từ Ông Văn Tôn Liêu Thạch Sơn Danh Kim Mạc Doãn Thân".split(
    " ",
  ),
];

/** Middle names. An empty word is a name without one. */
export const middleWords = {
  man: [
    ...repeat("Văn", 8),
    ...repeat("Đức Hữu Quốc Minh Công Thanh Ngọc Xuân", 2),
    ..."Anh Bá Bảo Chí Đăng Đình Duy Gia Hải Hoàng Hồng Huy Khắc Kim Mạnh Nhật Phúc Phước Quang Thành Thế Thiện Tiến Trọng Trung Trường Tuấn Việt Vĩnh".split(
      " ",
    ),
    "Nguyễn Hoàng",
    "Lê Minh",
    "",
  ],
  woman: [
    ...repeat("Thị", 14),
    ...repeat("Thị Thu|Thị Ngọc|Thị Kim|Thị Hồng|Ngọc", 2, "|"),
    ..."Thị Thanh|Thị Mỹ|Thị Bích|Thị Phương|Thị Diễm|Thị Cẩm|Thị Lệ|Thị Tuyết|Thị Ánh|Thị Xuân|Thị Hoài".split(
      "|",
    ),
    ..."Bảo Cẩm Diệu Gia Hà Hoài Hồng Hương Khánh Lan Mai Minh Mỹ Nguyệt Như Phương Quỳnh Thảo Thanh Thùy Thúy Trúc Tường Uyên Vân Yến".split(
      " ",
    ),
    "Huỳnh Thị Thanh",
    "",
  ],
} as const;

export const givenWords = {
  man: "An Anh Ân Bách Bảo Bằng Bình Bửu Chiến Chính Chương Cường Dũng Duy Dương Đại Đạt Điền Định Đông Đức Giang Hải Hào Hậu Hiếu Hiền Hòa Hoàn Hùng Hưng Huy Khải Khang Khánh Khoa Khôi Kiên Kiệt Lâm Lập Lộc Lợi Long Luân Lực Mạnh Nam Nghĩa Nghị Nguyên Nhân Nhật Nhựt Phát Phong Phú Phúc Phước Quân Quang Quốc Quý Quyền Quyết Sang Sáng Sỹ Sơn Tài Tâm Tân Thái Thắng Thành Thạnh Thịnh Thiện Thọ Thông Thuận Thức Tiến Tín Tình Toàn Toản Trí Triển Trọng Trung Trường Tú Tuấn Tùng Tường Tưởng Vàng Viễn Việt Vinh Vũ Vượng Xuyên Ý".split(
    " ",
  ),
  woman:
    "An Anh Ánh Ẩn Bích Bình Cẩm Châu Chi Cúc Dạ Diễm Diệp Diệu Dung Duyên Đào Điệp Đoan Giang Hà Hạ Hân Hằng Hạnh Hảo Hậu Hiền Hiếu Hoa Hòa Hoài Hoàn Hồng Huệ Huế Hương Hường Huyền Khánh Khuê Kiều Lan Lành Lệ Liên Liễu Linh Loan Lụa Ly Lý Mai Mận Mỹ My Na Nga Ngà Ngân Ngọc Nguyên Nguyệt Nhàn Nhi Nhiên Như Nhung Nữ Oanh Phấn Phụng Phương Phượng Quế Quyên Quỳnh Sen Sương Tâm Thắm Thảo Thêu Thi Thoa Thơ Thu Thư Thuận Thùy Thúy Thủy Thương Tiên Trà Trâm Trang Trinh Trúc Tuyền Tuyết Tươi Uyên Vân Vi Vy Vỹ Xoan Xuân Xuyến Yên Yến".split(
      " ",
    ),
} as const;

function repeat(words: string, count: number, separator = " "): string[] {
  return Array.from({ length: count }, () => words.split(separator)).flat();
}
