import type { CalendarDay } from "../card.ts";
import type { Dice } from "../dice.ts";

/** The places of a person, and the number of the province that registered the birth. */
export type Places = {
  readonly provinceNumber: string;
  readonly origin: string;
  readonly residence: string;
};

/** A card has two lines for a place; the first also holds the label. */
const lengthMax = { origin: 46, residence: 72 };

/** Invents places with the administrative units of the day of issue: with districts until June 2025, without since. */
export function inventPlaces(issue: CalendarDay, dice: Dice): Places {
  const home = dice.pick(unitsOf2021);
  const isSaidInFull = dice.happens(0.25);
  const hasDistricts = issue.year < 2025 || (issue.year === 2025 && issue.month < 7);
  const placeOf = (unit: UnitOf2021, isInFull: boolean) =>
    hasDistricts ? placeIn(unit, isInFull, dice) : placeSince2025(unit, isInFull, dice);
  const origin = fitting(lengthMax.origin, isSaidInFull, (isInFull) => capitalized(placeOf(home, isInFull)));
  const livesAtHome = dice.happens(0.6);
  const residence = fitting(lengthMax.residence, isSaidInFull, (isInFull) => {
    const unit = livesAtHome ? home : dice.pick(unitsOf2021);
    return `${inventDoor(dice)}, ${placeOf(unit, isInFull)}`;
  });
  return { provinceNumber: home.number, origin, residence };
}

function placeIn(unit: UnitOf2021, isSaidInFull: boolean, dice: Dice): string {
  const { ward, district } = dice.pick(unit.wards);
  return [sayUnit(ward, isSaidInFull), sayUnit(district, isSaidInFull), unit.name].join(", ");
}

function placeSince2025({ number }: UnitOf2021, isSaidInFull: boolean, dice: Dice): string {
  const unit = unitsOf2025.find(({ numbers }) => numbers.includes(number)) ?? dice.pick(unitsOf2025);
  const ward = dice.pick(unit.wards);
  return [isSaidInFull ? ward : ward.replace(/^(phường|xã) /, ""), unit.name].join(", ");
}

function inventDoor(dice: Dice): string {
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

/** In some provinces no place fits in full, so only the first attempt tries that. */
function fitting(length: number, isSaidInFull: boolean, invent: (isInFull: boolean) => string): string {
  let place = invent(isSaidInFull);
  while (place.length > length) place = invent(false);
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

/** A province before July 2025, and some of its wards. */
export type UnitOf2021 = {
  readonly number: string;
  readonly name: string;
  readonly wards: readonly { readonly ward: string; readonly district: string }[];
};

const kinds: Readonly<Record<string, string>> = {
  x: "xã",
  p: "phường",
  t: "thị trấn",
  h: "huyện",
  q: "quận",
  T: "thành phố",
  X: "thị xã",
};

/**
 * One province per line: number and name, then pairs of ward and district, each prefixed with the letter of its type.
 */
const linesOf2021 = `
001 Hà Nội: x Đặng Xá/h Gia Lâm; p Dịch Vọng Hậu/q Cầu Giấy; p Láng Thượng/q Đống Đa; x Vân Hòa/h Ba Vì; t Quốc Oai/h Quốc Oai; p Khương Đình/q Thanh Xuân
002 Hà Giang: x Lũng Cú/h Đồng Văn; t Yên Minh/h Yên Minh; p Nguyễn Trãi/T Hà Giang; x Nậm Dịch/h Hoàng Su Phì
004 Cao Bằng: x Đàm Thủy/h Trùng Khánh; p Sông Bằng/T Cao Bằng; t Quảng Uyên/h Quảng Hòa
006 Bắc Kạn: x Quảng Khê/h Ba Bể; p Đức Xuân/T Bắc Kạn; x Cường Lợi/h Na Rì
008 Tuyên Quang: x Tân Trào/h Sơn Dương; t Na Hang/h Na Hang; p Ỷ La/T Tuyên Quang
010 Lào Cai: x Bản Phố/h Bắc Hà; p Ô Quý Hồ/X Sa Pa; p Cốc Lếu/T Lào Cai; x Bản Vược/h Bát Xát
011 Điện Biên: x Mường Phăng/T Điện Biên Phủ; t Tủa Chùa/h Tủa Chùa; x Nà Tấu/T Điện Biên Phủ
012 Lai Châu: x Bản Bo/h Tam Đường; p Quyết Thắng/T Lai Châu; t Sìn Hồ/h Sìn Hồ
014 Sơn La: x Chiềng Hắc/h Mộc Châu; p Chiềng Lề/T Sơn La; t Phù Yên/h Phù Yên
015 Yên Bái: x Tú Lệ/h Văn Chấn; t Mù Cang Chải/h Mù Cang Chải; p Đồng Tâm/T Yên Bái
017 Hòa Bình: x Mai Hạ/h Mai Châu; p Phương Lâm/T Hòa Bình; t Cao Phong/h Cao Phong; x Dũng Phong/h Cao Phong
019 Thái Nguyên: x La Bằng/h Đại Từ; p Túc Duyên/T Thái Nguyên; x Úc Kỳ/h Phú Bình
020 Lạng Sơn: x Hữu Liên/h Hữu Lũng; p Vĩnh Trại/T Lạng Sơn; t Đồng Đăng/h Cao Lộc
022 Quảng Ninh: p Hồng Gai/T Hạ Long; x Quan Lạn/h Vân Đồn; p Mạo Khê/X Đông Triều; t Cô Tô/h Cô Tô
024 Bắc Giang: x Tiên Lục/h Lạng Giang; p Xương Giang/T Bắc Giang; t Chũ/h Lục Ngạn
025 Phú Thọ: x Hy Cương/T Việt Trì; t Thanh Thủy/h Thanh Thủy; p Âu Cơ/X Phú Thọ
026 Vĩnh Phúc: x Đạo Trù/h Tam Đảo; p Tích Sơn/T Vĩnh Yên; t Thổ Tang/h Vĩnh Tường
027 Bắc Ninh: p Đình Bảng/T Từ Sơn; x Phù Lãng/X Quế Võ; p Vệ An/T Bắc Ninh; x Đông Thọ/h Yên Phong
030 Hải Dương: x Cẩm Chế/h Thanh Hà; p Cổ Thành/T Chí Linh; t Ninh Giang/h Ninh Giang; x Tứ Cường/h Thanh Miện
031 Hải Phòng: p Máy Tơ/q Ngô Quyền; x Cổ Am/h Vĩnh Bảo; t Cát Bà/h Cát Hải; p Đằng Giang/q Ngô Quyền
033 Hưng Yên: x Nhuế Dương/h Khoái Châu; p Hồng Châu/T Hưng Yên; t Văn Giang/h Văn Giang
034 Thái Bình: x Thụy Trường/h Thái Thụy; p Đề Thám/T Thái Bình; t Quỳnh Côi/h Quỳnh Phụ; x Đông Cơ/h Tiền Hải
035 Hà Nam: x Nhân Hậu/h Lý Nhân; p Lê Hồng Phong/T Phủ Lý; t Vĩnh Trụ/h Lý Nhân
036 Nam Định: x Giao Thiện/h Giao Thủy; p Vị Xuyên/T Nam Định; t Cổ Lễ/h Trực Ninh; x Hải Hậu/h Hải Hậu
037 Ninh Bình: x Gia Sinh/h Gia Viễn; p Ninh Khánh/T Ninh Bình; t Phát Diệm/h Kim Sơn
038 Thanh Hóa: x Nga Thủy/h Nga Sơn; p Đông Vệ/T Thanh Hóa; t Bến Sung/h Như Thanh; x Hoằng Phượng/h Hoằng Hóa; x Định Tường/h Yên Định
040 Nghệ An: x Kim Liên/h Nam Đàn; p Hưng Dũng/T Vinh; t Quỳ Hợp/h Quỳ Hợp; x Diễn Ngọc/h Diễn Châu; x Nghĩa Đức/h Nghĩa Đàn
042 Hà Tĩnh: x Tiên Điền/h Nghi Xuân; p Nam Hà/T Hà Tĩnh; t Đức Thọ/h Đức Thọ; x Kỳ Xuân/h Kỳ Anh
044 Quảng Bình: x Sơn Trạch/h Bố Trạch; p Hải Thành/T Đồng Hới; t Kiến Giang/h Lệ Thủy
045 Quảng Trị: x Vĩnh Ô/h Vĩnh Linh; p Đông Lương/T Đông Hà; t Khe Sanh/h Hướng Hóa
046 Thừa Thiên Huế: p Vỹ Dạ/T Huế; x Quảng Thọ/h Quảng Điền; t Phú Lộc/h Phú Lộc; p Thủy Xuân/T Huế
048 Đà Nẵng: p Hòa Hiệp Bắc/q Liên Chiểu; p Mỹ An/q Ngũ Hành Sơn; x Hòa Phước/h Hòa Vang
049 Quảng Nam: p Cẩm Phô/T Hội An; x Quế Thuận/h Quế Sơn; t Núi Thành/h Núi Thành; x Bình Dương/h Thăng Bình
051 Quảng Ngãi: x Tịnh Kỳ/T Quảng Ngãi; p Nghĩa Chánh/T Quảng Ngãi; t Mộ Đức/h Mộ Đức; x Phổ Thạnh/X Đức Phổ
052 Bình Định: p Ghềnh Ráng/T Quy Nhơn; x Nhơn Hải/T Quy Nhơn; t Phú Phong/h Tây Sơn; x Cát Tiến/h Phù Cát
054 Phú Yên: x An Ninh Đông/h Tuy An; p Phú Lâm/T Tuy Hòa; t Củng Sơn/h Sơn Hòa
056 Khánh Hòa: p Vĩnh Nguyên/T Nha Trang; x Vạn Thạnh/h Vạn Ninh; p Ninh Hiệp/X Ninh Hòa
058 Ninh Thuận: p Mỹ Hương/T Phan Rang - Tháp Chàm; x Phước Dinh/h Thuận Nam; t Phước Dân/h Ninh Phước
060 Bình Thuận: p Mũi Né/T Phan Thiết; t Lương Sơn/h Bắc Bình; x Tam Thanh/h Phú Quý; x Đức Hạnh/h Đức Linh
062 Kon Tum: p Quyết Thắng/T Kon Tum; x Đắk Mar/h Đắk Hà; t Măng Đen/h Kon Plông
064 Gia Lai: p Yên Đỗ/T Pleiku; x Ia Phí/h Chư Păh; t Chư Sê/h Chư Sê; x Hà Tam/h Đak Pơ
066 Đắk Lắk: p Tự An/T Buôn Ma Thuột; x Ea Kpam/h Cư M'gar; t Ea Drăng/h Ea H'leo; x Krông Jing/h M'Đrắk
067 Đắk Nông: p Nghĩa Thành/T Gia Nghĩa; x Đắk Ru/h Đắk R'lấp; t Đắk Mil/h Đắk Mil
068 Lâm Đồng: p Lộc Sơn/T Bảo Lộc; x Tà Nung/T Đà Lạt; t Di Linh/h Di Linh; x Đạ Ròn/h Đơn Dương
070 Bình Phước: p Tân Phú/T Đồng Xoài; x Bù Gia Mập/h Bù Gia Mập; t Đức Phong/h Bù Đăng
072 Tây Ninh: p Hiệp Ninh/T Tây Ninh; x Thạnh Tân/T Tây Ninh; t Gò Dầu/h Gò Dầu; x Phước Vinh/h Châu Thành
074 Bình Dương: p Phú Lợi/T Thủ Dầu Một; p Dĩ An/T Dĩ An; x Minh Hòa/h Dầu Tiếng; p Khánh Bình/T Tân Uyên
075 Đồng Nai: p Bửu Hòa/T Biên Hòa; x Xuân Bắc/h Xuân Lộc; t Vĩnh An/h Vĩnh Cửu; x Phú Lý/h Vĩnh Cửu
077 Bà Rịa - Vũng Tàu: p Thắng Tam/T Vũng Tàu; x Long Sơn/T Vũng Tàu; t Đất Đỏ/h Đất Đỏ
079 Thành phố Hồ Chí Minh: p Bến Nghé/q 1; p Tân Thới Nhất/q 12; x Bình Hưng/h Bình Chánh; p Hiệp Bình Chánh/T Thủ Đức; x Phước Vĩnh An/h Củ Chi; p 14/q Phú Nhuận; x Tân Thông Hội/h Củ Chi
080 Long An: p Khánh Hậu/T Tân An; x Mỹ Quý Tây/h Đức Huệ; t Cần Giuộc/h Cần Giuộc; x Phước Lý/h Cần Giuộc
082 Tiền Giang: x Tân Mỹ Chánh/T Mỹ Tho; t Vĩnh Bình/h Gò Công Tây; x Hậu Mỹ Phú/h Cái Bè
083 Bến Tre: x Phú Túc/h Châu Thành; t Mỏ Cày/h Mỏ Cày Nam; x An Thủy/h Ba Tri; x Thạnh Phú Đông/h Giồng Trôm
084 Trà Vinh: x Đa Lộc/h Châu Thành; p Phường 7/T Trà Vinh; t Cầu Ngang/h Cầu Ngang; x Hiệp Mỹ Đông/h Cầu Ngang
086 Vĩnh Long: x Trường An/T Vĩnh Long; t Vũng Liêm/h Vũng Liêm; x Lục Sĩ Thành/h Trà Ôn
087 Đồng Tháp: x Tân Quy Đông/T Sa Đéc; t Lấp Vò/h Lấp Vò; x Bình Hàng Trung/h Cao Lãnh; x Thường Phước/h Hồng Ngự
089 An Giang: p Mỹ Xuyên/T Long Xuyên; x Nhơn Mỹ/h Chợ Mới; t Óc Eo/h Thoại Sơn; x Vĩnh Trường/h An Phú
091 Kiên Giang: p Rạch Sỏi/T Rạch Giá; x Hòn Nghệ/h Kiên Lương; t Giồng Riềng/h Giồng Riềng; p Dương Đông/T Phú Quốc
092 Cần Thơ: p Xuân Khánh/q Ninh Kiều; p Trường Lạc/q Ô Môn; x Mỹ Khánh/h Phong Điền; p Thới Thuận/q Thốt Nốt
093 Hậu Giang: p Hiệp Thành/T Ngã Bảy; x Vị Thắng/h Vị Thủy; t Cây Dương/h Phụng Hiệp
094 Sóc Trăng: p Khánh Hòa/X Vĩnh Châu; x Thạnh Thới An/h Trần Đề; t Kế Sách/h Kế Sách; x An Thạnh/h Cù Lao Dung
095 Bạc Liêu: x Hiệp Thành/T Bạc Liêu; t Gành Hào/h Đông Hải; x Ninh Thạnh Lợi/h Hồng Dân
096 Cà Mau: x Đất Mũi/h Ngọc Hiển; p Tân Xuyên/T Cà Mau; t Năm Căn/h Năm Căn; x Khánh Bình Tây/h Trần Văn Thời
`;

/** The provinces before July 2025, with the number given to people born there. */
export const unitsOf2021: readonly UnitOf2021[] = linesOf2021.trim().split("\n").map(readLine);

/** A unit's name, with its type if said in full, as in "huyện Gia Lâm". Numbered units always have their type. */
function sayUnit(unit: string, isSaidInFull: boolean): string {
  const [kind = "", ...name] = unit.split(" ");
  const bare = name.join(" ");
  if (bare.startsWith("Phường ")) return bare;
  const isNumber = /^\d+$/.test(bare);
  if (!isSaidInFull && !isNumber) return bare;
  const said = kinds[kind] ?? kind;
  return isNumber ? `${said.charAt(0).toUpperCase()}${said.slice(1)} ${bare}` : `${said} ${bare}`;
}

function readLine(line: string): UnitOf2021 {
  const [head = "", rest = ""] = line.split(": ");
  const wards = rest.split("; ").map((pair) => {
    const [ward = "", district = ""] = pair.split("/");
    return { ward, district };
  });
  return { number: head.slice(0, 3), name: head.slice(4), wards };
}

/** A province since July 2025, and some of its wards. There are no districts any more. */
export type UnitOf2025 = {
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
export const unitsOf2025: readonly UnitOf2025[] = linesOf2025
  .trim()
  .split("\n")
  .map((line) => {
    const [head = "", rest = ""] = line.split(": ");
    const numbers = head.match(/\d{3}/g) ?? [];
    return { numbers, name: head.slice(4 * numbers.length), wards: rest.split("; ") };
  });
