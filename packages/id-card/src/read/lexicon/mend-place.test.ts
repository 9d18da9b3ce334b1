import { expect, test } from "vitest";
import { accentDistance } from "./compare-text.ts";
import { makeNameLexicons, mendName } from "./mend-name.ts";
import { makePlaceLexicons, mendPlace } from "./mend-place.ts";

const places = makePlaceLexicons();
const names = makeNameLexicons();

test("An accent that was lost is likelier than one that was seen and is not there", () => {
  expect(accentDistance("DANG", "ĐẶNG")).toBeLessThan(accentDistance("ĐẶNG", "DANG"));
  expect(accentDistance("Hà Nội", "Hà Nội")).toBe(0);
  expect(accentDistance("Hà Nội", "Hà Nam")).toBe(Number.POSITIVE_INFINITY);
});

test("Districts and provinces get back the accents that recognition lost", () => {
  expect(mendPlace("Vĩnh Cứu, Đông Nai", [], places).place).toBe("Vĩnh Cửu, Đồng Nai");
  expect(mendPlace("huyện Phong Điên, Cân Thơ", [], places).place).toBe("Huyện Phong Điền, Cần Thơ");
  expect(mendPlace("thành phó Sơn La, SơnLa", [], places).place).toBe("Thành phố Sơn La, Sơn La");
});

test("What is certain of the residence mends the place of origin", () => {
  const read = "Chiêng Lê, Sơn La";
  expect(mendPlace(read, ["Tổ 5, Chiềng Lề, Sơn La"], places).place).toBe("Chiềng Lề, Sơn La");
});

test("A comma that was lost between two names comes back, and the grain of the card goes", () => {
  expect(mendPlace("s Tây Ninh Tây Ninh 1", [], places).place).toBe("Tây Ninh, Tây Ninh");
  expect(mendPlace("Bà Rịa - VŨng Tàu", [], places).place).toBe("Bà Rịa - Vũng Tàu");
});

test("A name with one letter misread is known by the others", () => {
  expect(mendPlace("Đống Đa, Hồ Nội", [], places).place).toBe("Đống Đa, Hà Nội");
  expect(mendPlace("Phqng Điền, Cần Thơ", [], places).place).toBe("Phong Điền, Cần Thơ");
  expect(mendPlace("Đông Thọ, Bắc Ninh", [], places).place).toBe("Đông Thọ, Bắc Ninh");
});

test("A place that nobody listed stays as it was read, and is less sure", () => {
  const unlisted = mendPlace("Xrơlang, Gia Lai", [], places);
  expect(unlisted.place).toBe("Xrơlang, Gia Lai");
  expect(unlisted.confidence).toBeLessThan(mendPlace("Pleiku, Gia Lai", [], places).confidence);
});

test("A surname is mended by those that are borne, and by the letters of the lines", () => {
  expect(mendName(["DẠNG MINH KHÔI"], undefined, names).name).toBe("ĐẶNG MINH KHÔI");
  expect(mendName(["TRẦN M1NH KHÔI"], "TRAN MINH KHOI", names).name).toBe("TRẦN MINH KHÔI");
  expect(mendName(["TRẦN MINH KHÔI"], "TRAN MINH KHOI", names).name).toBe("TRẦN MINH KHÔI");
});

test("A word that was not read at all is the one that the lines have, where only one name has its letters", () => {
  expect(mendName(["THỊ NGỌC NHÀN"], "PHUNG THI NGOC NHAN", names).name).toBe("PHÙNG THỊ NGỌC NHÀN");
  expect(mendName(["TRẦN MINH KHÔI"], "TRAN MINH", names).name).toBe("TRẦN MINH");
});

test("Two readings of a name that have other accents leave it doubtful, and two alike do not", () => {
  const plain = "PHUNG THI NHAN";
  const torn = mendName(["PHÙNG THỊ NHÀN", "PHÙNG THỊ NHÂN"], plain, names);
  expect(torn.confidence).toBeLessThan(0.6);
  expect(mendName(["PHÙNG THỊ NHÀN", "PHÙNG THỊ NHÀN"], plain, names).confidence).toBeGreaterThan(0.6);
});

test("A tone above a circumflex is that of the name that many have, unless all views have lost it", () => {
  const nameOf = (...views: string[]) => mendName(views, "NGUYEN VAN TIEN", names).name;
  expect(nameOf("NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIẾN")).toBe("NGUYỄN VĂN TIẾN");
  expect(nameOf("NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIỀN")).toBe("NGUYỄN VĂN TIẾN");
  expect(nameOf("NGUYỄN VĂN TIÊN", "NGUYỄN VĂN TIÊN", "NGUYỄN VĂN TIÊN")).toBe("NGUYỄN VĂN TIÊN");
});

test("A listed place is no less sure for being the residence too", () => {
  const read = "Bù Đăng, Đồng Nai";
  const known = mendPlace(read, ["Thôn Rạch Gốc, Bù Đăng, Đồng Nai"], places, { hasDoor: false });
  expect(known.confidence).toBe(mendPlace(read, [], places, { hasDoor: false }).confidence);
});

test("What stands before a number says what is numbered, where an accent of it was lost", () => {
  expect(mendPlace("Tô 36, phường Mũi Né, thành phó Phan Thiết, Bình Thuận", [], places).place).toBe(
    "Tổ 36, phường Mũi Né, thành phố Phan Thiết, Bình Thuận",
  );
  expect(mendPlace("sô 60, Nghĩa Đức, Nghĩa Đàn, Nghệ An", [], places).place).toBe(
    "Số 60, Nghĩa Đức, Nghĩa Đàn, Nghệ An",
  );
});

test("What stands before a number stays as it was read where its own accents make another word", () => {
  expect(mendPlace("Thôn Đồi 1, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Thôn Đồi 1, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
  expect(mendPlace("Thôn Lăng 2, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Thôn Lăng 2, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
});

test("A kind of place that lost all its accents before a number gets them back", () => {
  expect(mendPlace("Ap 5, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Ấp 5, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
  expect(mendPlace("Tô dân phó 5, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Tổ dân phố 5, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
});

test("A word before a number that a blurred tone makes one that says what is numbered stays, and is doubtful", () => {
  const torn = mendPlace("Bàn 5, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places);
  expect(torn.place).toBe("Bàn 5, Phú Lợi, Thủ Dầu Một, Bình Dương");
  expect(torn.confidence).toBeLessThan(0.7);
});

test("A hamlet or a plot with a lost accent is no stray letter", () => {
  const rest = "Tân Lập, Phú Lợi, Thủ Dầu Một, Bình Dương";
  expect(mendPlace(`âp ${rest}`, [], places).place).toBe(`Ấp ${rest}`);
  expect(mendPlace(`ap ${rest}`, [], places).place).toBe(`Ấp ${rest}`);
  expect(mendPlace(`lô ${rest}`, [], places).place).toBe(`Lô ${rest}`);
});

test("The capital of Ia looks like a small l", () => {
  expect(mendPlace("la Grai, Gia Lai", [], places).place).toBe("Ia Grai, Gia Lai");
});

test("A syllable that there is none of has an a that was read as an o", () => {
  expect(mendPlace("Ấp Hộu Dưỡng, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Ấp Hậu Dưỡng, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
});

test("In a typeface whose a is round a hamlet's o is an a where that makes a name that there is", () => {
  const rest = "Phú Lợi, Thủ Dầu Một, Bình Dương";
  expect(mendPlace(`Thôn Tôn Tiến, ${rest}`, [], places, { isRound: true }).place).toBe(
    `Thôn Tân Tiến, ${rest}`,
  );
  expect(mendPlace(`Thôn Tôn Tiến, ${rest}`, [], places).place).toBe(`Thôn Tôn Tiến, ${rest}`);
  expect(mendPlace(`Bỏn Đình, ${rest}`, [], places, { isRound: true }).place).toBe(`Bản Đình, ${rest}`);
});

test("Of two names that are one letter from what was read the one of its accents is taken", () => {
  const rest = "Phú Lợi, Thủ Dầu Một, Bình Dương";
  expect(mendPlace(`Thôn Long Thạợnh, ${rest}`, [], places).place).toBe(`Thôn Long Thạnh, ${rest}`);
});

test("A short word at the end of a hamlet's name is a part of it", () => {
  const place = "Bản Đình, Cây Dương, Phụng Hiệp, Hậu Giang";
  expect(mendPlace(place, [], places).place).toBe(place);
});

test("A street has the accents of whom it is named after", () => {
  const rest = "Chiềng Hắc, Mộc Châu, Sơn La";
  expect(mendPlace(`190/9 Trân Hưng Đạo, ${rest}`, [], places).place).toBe(`190/9 Trần Hưng Đạo, ${rest}`);
  expect(mendPlace(`252/2/7 Tô Hiền Thành, ${rest}`, [], places).place).toBe(
    `252/2/7 Tô Hiến Thành, ${rest}`,
  );
});

test("A surname that nobody bears is one that lost its accents", () => {
  const nameOf = (...views: string[]) => mendName(views, "NGUYEN THI HANG", names).name;
  expect(nameOf("NGUYEN THỊ HẰNG", "NGUYEN THỊ HÃNG", "NGUYEN THỊ HÃNG")).toBe("NGUYỄN THỊ HẰNG");
});

test("A letter before a number is doubtful: most of Ấp was not seen", () => {
  expect(mendPlace("p 3, Phổ Thạnh, Đức Phổ, Quảng Ngãi", [], places).confidence).toBeLessThan(0.7);
  expect(mendPlace("Ấp 3, Phổ Thạnh, Đức Phổ, Quảng Ngãi", [], places).confidence).toBeGreaterThan(0.8);
});
