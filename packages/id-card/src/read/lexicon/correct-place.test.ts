import { expect, test } from "vitest";
import { readLexicons } from "../../node/read-lexicons.ts";
import { confidenceOfTextMin } from "../weigh.ts";
import { accentDistance } from "./compare-text.ts";
import { correctName, makeNameLexicons } from "./correct-name.ts";
import { correctPlace, makePlaceLexicons } from "./correct-place.ts";

const texts = await readLexicons();
const places = makePlaceLexicons(texts);
const names = makeNameLexicons(texts);

test("a lost accent costs less than an invented one", () => {
  expect(accentDistance("DANG", "ĐẶNG")).toBeLessThan(accentDistance("ĐẶNG", "DANG"));
  expect(accentDistance("Hà Nội", "Hà Nội")).toBe(0);
  expect(accentDistance("Hà Nội", "Hà Nam")).toBe(Number.POSITIVE_INFINITY);
});

test("lost accents of districts and provinces are restored", () => {
  expect(correctPlace("Vĩnh Cứu, Đông Nai", [], places).place).toBe("Vĩnh Cửu, Đồng Nai");
  expect(correctPlace("huyện Phong Điên, Cân Thơ", [], places).place).toBe("Huyện Phong Điền, Cần Thơ");
  expect(correctPlace("thành phó Sơn La, SơnLa", [], places).place).toBe("Thành phố Sơn La, Sơn La");
});

test("a known residence corrects the place of origin", () => {
  const read = "Chiêng Lê, Sơn La";
  expect(correctPlace(read, ["Tổ 5, Chiềng Lề, Sơn La"], places).place).toBe("Chiềng Lề, Sơn La");
});

test("a lost comma between two names is restored, and stray characters are removed", () => {
  expect(correctPlace("s Tây Ninh Tây Ninh 1", [], places).place).toBe("Tây Ninh, Tây Ninh");
  expect(correctPlace("Bà Rịa - VŨng Tàu", [], places).place).toBe("Bà Rịa - Vũng Tàu");
});

test("a name with one misread letter is corrected", () => {
  expect(correctPlace("Đống Đa, Hồ Nội", [], places).place).toBe("Đống Đa, Hà Nội");
  expect(correctPlace("Phqng Điền, Cần Thơ", [], places).place).toBe("Phong Điền, Cần Thơ");
  expect(correctPlace("Đông Thọ, Bắc Ninh", [], places).place).toBe("Đông Thọ, Bắc Ninh");
});

test("a place in no list stays as it was read, with less confidence", () => {
  const unlisted = correctPlace("Xrơlang, Gia Lai", [], places);
  expect(unlisted.place).toBe("Xrơlang, Gia Lai");
  expect(unlisted.confidence).toBeLessThan(correctPlace("Pleiku, Gia Lai", [], places).confidence);
});

test("a surname is corrected by the list of surnames and by the letters of the MRZ", () => {
  expect(correctName(["DẠNG MINH KHÔI"], undefined, names, 1).name).toBe("ĐẶNG MINH KHÔI");
  expect(correctName(["TRẦN M1NH KHÔI"], "TRAN MINH KHOI", names, 1).name).toBe("TRẦN MINH KHÔI");
  expect(correctName(["TRẦN MINH KHÔI"], "TRAN MINH KHOI", names, 1).name).toBe("TRẦN MINH KHÔI");
});

test("a word that was not read is taken from the MRZ", () => {
  expect(correctName(["THỊ NGỌC NHÀN"], "PHUNG THI NGOC NHAN", names, 1).name).toBe("PHÙNG THỊ NGỌC NHÀN");
  expect(correctName(["TRẦN MINH KHÔI"], "TRAN MINH", names, 1).name).toBe("TRẦN MINH");
});

test("two readings of a name with different accents leave it doubtful, and two equal ones do not", () => {
  const plain = "PHUNG THI NHAN";
  const conflicting = correctName(["PHÙNG THỊ NHÀN", "PHÙNG THỊ NHÂN"], plain, names, 1);
  expect(conflicting.confidence).toBeLessThan(0.6);
  expect(correctName(["PHÙNG THỊ NHÀN", "PHÙNG THỊ NHÀN"], plain, names, 1).confidence).toBeGreaterThan(0.6);
});

test("a name is doubtful while another listed word may have been read as one of its words, however often it was", () => {
  const isCertain = (plain: string, ...views: string[]) =>
    correctName(views, plain, names, 1).confidence >= confidenceOfTextMin;
  expect(isCertain("NGUYEN VAN KIET", "NGUYỄN VĂN KIỆT")).toBe(false);
  const kiet = ["NGUYỄN VĂN KIỆT", "NGUYÊN VĂN KIỆT", "NGUYÊN VĂN KIỆT", "NGUYỄN VĂN KIỆT"];
  expect(isCertain("NGUYEN VAN KIET", ...kiet)).toBe(true);
  const vinh = Array<string>(4).fill("NGUYỄN VINH QUANG");
  const confidenceOf = (clearest: number) =>
    correctName(vinh, "NGUYEN VINH QUANG", names, clearest).confidence;
  expect(confidenceOf(0.9)).toBeGreaterThan(confidenceOfTextMin);
  expect(confidenceOf(0.8)).toBeLessThan(confidenceOfTextMin);
  // A word in no list has no rival, and one legible view of it is not enough.
  expect(
    isCertain("NGUYEN VAN KRONG", "NGUYỄN VĂN KRÔNG", "NGUYỄN VĂN K", "NGUYỄN VĂN K", "NGUYỄN VĂN K"),
  ).toBe(false);
  expect(isCertain("NGUYEN VAN KRONG", ...Array<string>(4).fill("NGUYỄN VĂN KRÔNG"))).toBe(true);
  // The rare name Ẩn loses its hook above the circumflex.
  expect(isCertain("LE HUONG AN", ...Array<string>(4).fill("LÊ HƯƠNG ÂN"))).toBe(false);
});

test("the spelling that was read decides: capitals within a word, a tone on the second vowel of a misread word", () => {
  const mend = (read: string) => correctPlace(read, [], places, { allowsStreet: false }).place;
  expect(mend("Đăk HLơ, KBang, Gia Lai")).toBe("Đăk HLơ, KBang, Gia Lai");
  expect(mend("Đăk Hlơ, Kbang, Gia Lai")).toBe("Đăk Hlơ, Kbang, Gia Lai");
  expect(mend("Đăk HLơƠ, KBang, Gia Lai")).toBe("Đăk HLơ, KBang, Gia Lai");
  expect(mend("Hoỏ Lựu, Vị Thanh, Hậu Giang")).toBe("Hoả Lựu, Vị Thanh, Hậu Giang");
  expect(mend("Hỏo Lựu, Vị Thanh, Hậu Giang")).toBe("Hỏa Lựu, Vị Thanh, Hậu Giang");
});

test("a tone above a circumflex is that of the common name, unless no view has one", () => {
  const nameOf = (...views: string[]) => correctName(views, "NGUYEN VAN TIEN", names, 1).name;
  expect(nameOf("NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIẾN")).toBe("NGUYỄN VĂN TIẾN");
  expect(nameOf("NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIỀN", "NGUYỄN VĂN TIỀN")).toBe("NGUYỄN VĂN TIẾN");
  expect(nameOf("NGUYỄN VĂN TIÊN", "NGUYỄN VĂN TIÊN", "NGUYỄN VĂN TIÊN")).toBe("NGUYỄN VĂN TIÊN");
});

test("a listed place has the same confidence if it is the residence too", () => {
  const read = "Bù Đăng, Đồng Nai";
  const known = correctPlace(read, ["Thôn Rạch Gốc, Bù Đăng, Đồng Nai"], places, { allowsStreet: false });
  expect(known.confidence).toBe(correctPlace(read, [], places, { allowsStreet: false }).confidence);
});

test("a kind before a number with a lost accent is corrected", () => {
  expect(correctPlace("Tô 36, phường Mũi Né, thành phó Phan Thiết, Bình Thuận", [], places).place).toBe(
    "Tổ 36, phường Mũi Né, thành phố Phan Thiết, Bình Thuận",
  );
  expect(correctPlace("sô 60, Nghĩa Đức, Nghĩa Đàn, Nghệ An", [], places).place).toBe(
    "Số 60, Nghĩa Đức, Nghĩa Đàn, Nghệ An",
  );
});

test("a word before a number stays as it was read if its accents make another word", () => {
  expect(correctPlace("Thôn Đồi 1, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Thôn Đồi 1, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
  expect(correctPlace("Thôn Lăng 2, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Thôn Lăng 2, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
});

test("a kind before a number that lost all its accents is corrected", () => {
  expect(correctPlace("Ap 5, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Ấp 5, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
  expect(correctPlace("Tô dân phó 5, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Tổ dân phố 5, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
});

test("a word before a number that may be a kind with a misread tone stays and is doubtful", () => {
  const doubtful = correctPlace("Bàn 5, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places);
  expect(doubtful.place).toBe("Bàn 5, Phú Lợi, Thủ Dầu Một, Bình Dương");
  expect(doubtful.confidence).toBeLessThan(0.7);
});

test("Ấp and Lô with a lost accent are not removed as stray letters", () => {
  const rest = "Tân Lập, Phú Lợi, Thủ Dầu Một, Bình Dương";
  expect(correctPlace(`âp ${rest}`, [], places).place).toBe(`Ấp ${rest}`);
  expect(correctPlace(`ap ${rest}`, [], places).place).toBe(`Ấp ${rest}`);
  expect(correctPlace(`lô ${rest}`, [], places).place).toBe(`Lô ${rest}`);
});

test("a small l before a is read as the capital of Ia", () => {
  expect(correctPlace("la Grai, Gia Lai", [], places).place).toBe("Ia Grai, Gia Lai");
});

test("a syllable that does not exist with an o is read with an a", () => {
  expect(correctPlace("Ấp Hộu Dưỡng, Phú Lợi, Thủ Dầu Một, Bình Dương", [], places).place).toBe(
    "Ấp Hậu Dưỡng, Phú Lợi, Thủ Dầu Một, Bình Dương",
  );
});

test("in a typeface with a round a, an o of a hamlet is an a if that makes a listed name", () => {
  const rest = "Phú Lợi, Thủ Dầu Một, Bình Dương";
  expect(correctPlace(`Thôn Tôn Tiến, ${rest}`, [], places, { hasRoundA: true }).place).toBe(
    `Thôn Tân Tiến, ${rest}`,
  );
  expect(correctPlace(`Thôn Tôn Tiến, ${rest}`, [], places).place).toBe(`Thôn Tôn Tiến, ${rest}`);
  expect(correctPlace(`Bỏn Đình, ${rest}`, [], places, { hasRoundA: true }).place).toBe(`Bản Đình, ${rest}`);
});

test("of two names within one letter of what was read, the one with its accents is taken", () => {
  const rest = "Phú Lợi, Thủ Dầu Một, Bình Dương";
  expect(correctPlace(`Thôn Long Thạợnh, ${rest}`, [], places).place).toBe(`Thôn Long Thạnh, ${rest}`);
});

test("a short word at the end of a hamlet's name is kept", () => {
  const place = "Bản Đình, Cây Dương, Phụng Hiệp, Hậu Giang";
  expect(correctPlace(place, [], places).place).toBe(place);
});

test("a street gets the accents of the person it is named after", () => {
  const rest = "Chiềng Hắc, Mộc Châu, Sơn La";
  expect(correctPlace(`190/9 Trân Hưng Đạo, ${rest}`, [], places).place).toBe(`190/9 Trần Hưng Đạo, ${rest}`);
  expect(correctPlace(`252/2/7 Tô Hiền Thành, ${rest}`, [], places).place).toBe(
    `252/2/7 Tô Hiến Thành, ${rest}`,
  );
  for (const read of ["Đỉnh Tiên Hoàng", "Định Tiên Hoàng"])
    expect(correctPlace(`Số 2 ${read}, ${rest}`, [], places).place).toBe(`Số 2 Đinh Tiên Hoàng, ${rest}`);
});

test("a surname in no list is corrected to one with accents", () => {
  const nameOf = (...views: string[]) => correctName(views, "NGUYEN THI HANG", names, 1).name;
  expect(nameOf("NGUYEN THỊ HẰNG", "NGUYEN THỊ HÃNG", "NGUYEN THỊ HÃNG")).toBe("NGUYỄN THỊ HẰNG");
});

test("a single letter before a number is doubtful", () => {
  expect(correctPlace("p 3, Phổ Thạnh, Đức Phổ, Quảng Ngãi", [], places).confidence).toBeLessThan(0.7);
  expect(correctPlace("Ấp 3, Phổ Thạnh, Đức Phổ, Quảng Ngãi", [], places).confidence).toBeGreaterThan(0.8);
});

test("a tone stays on the vowel on which it is printed, since both spellings are in use", () => {
  for (const place of ["Hòa Kiến, Tuy Hòa, Phú Yên", "Hoà Kiến, Tuy Hoà, Phú Yên"])
    expect(correctPlace(place, [], places).place).toBe(place);
});

test("a tone on the vowel that is not usual is doubtful, unless the residence has it too", () => {
  const confidenceOf = (place: string, known: readonly string[] = []) =>
    correctPlace(place, known, places).confidence;
  expect(confidenceOf("Phường 3, thành phố Tuy Hòa, Phú Yên")).toBeGreaterThan(0.9);
  expect(confidenceOf("Phường 3, thành phố Tuy Hoà, Phú Yên")).toBeLessThan(0.9);
  const residence = "Xóm 1, Hoà Kiến, thành phố Tuy Hoà, Phú Yên";
  expect(confidenceOf("Phường 3, thành phố Tuy Hoà, Phú Yên", [residence])).toBeGreaterThan(0.9);
});

test("a tone stays where it is printed, and is doubtful, though another word lost its accent", () => {
  const { place, confidence } = correctPlace("Tân Trào, Kiên Thuỵ, Hải Phòng", [], places);
  expect(place).toBe("Tân Trào, Kiến Thuỵ, Hải Phòng");
  expect(confidence).toBeLessThan(confidenceOfTextMin);
});

test("a hamlet may have the name of a ward", () => {
  for (const place of ["Thôn An Lạc, Ninh Kiều, Cần Thơ", "Tổ 4, Thôn An Lạc, Ninh Kiều, Cần Thơ"])
    expect(correctPlace(place, [], places).place).toBe(place);
});

test("a street with other accents than a listed one is doubtful, and its y and tones stay as printed", () => {
  const rest = "Tân Quy Đông, Sa Đéc, Đồng Tháp";
  for (const street of ["Lê Văn Tâm", "Phạm Văn Hải"])
    expect(correctPlace(`Số 7 ${street}, ${rest}`, [], places).confidence).toBeLessThan(0.85);
  for (const street of ["Lê Văn Sĩ", "Hoàng Đạo Thuý"])
    expect(correctPlace(`Số 7 ${street}, ${rest}`, [], places).place).toBe(`Số 7 ${street}, ${rest}`);
});

test("a short word in place of a number is doubtful, and a stray sign before the place is dropped", () => {
  const rest = "Tân Quy Đông, Sa Đéc, Đồng Tháp";
  expect(correctPlace(`Khu phố Tự, ${rest}`, [], places).confidence).toBeLessThan(0.9);
  expect(correctPlace(`Khu phố 1, ${rest}`, [], places).confidence).toBeGreaterThan(0.9);
  expect(correctPlace(`Tổ thì, Khu phố 7, ${rest}`, [], places).confidence).toBeLessThan(0.7);
  for (const number of ["7i", "4O"])
    expect(correctPlace(`Tổ 4, Khu phố ${number}, ${rest}`, [], places).confidence).toBeLessThan(0.9);
  expect(correctPlace(`Tổ dân phố 4, ${rest}`, [], places).confidence).toBeGreaterThan(0.9);
  for (const [stray, place] of [
    ["A", "Thôn Thượng"],
    ["4", "Thôn Thượng"],
    ["5", "Tổ 13, Khu phố 4"],
    ["", "4 Tô Hiệu"],
    ["", "5 Xóm Chiếu"],
    ["", "5, Khu phố 4"],
  ])
    expect(correctPlace(`${stray} ${place}, ${rest}`.trim(), [], places).place).toBe(`${place}, ${rest}`);
});

test("an abbreviated kind is kept as printed, with or without a stop and a space", () => {
  for (const place of [
    "Diên Phú, TP. Pleiku, Gia Lai",
    "Diên Phú, TP.Pleiku, Gia Lai",
    "Diên Phú, TP Pleiku, Gia Lai",
    "Nghi Phú, Tp. Vinh, Nghệ An",
    "TT. Liên Nghĩa, Đức Trọng, Lâm Đồng",
    "Số 42 Trường Chinh, P. Bình Hưng Hòa A, Q. Bình Tân, TP. Hồ Chí Minh",
    "Tổ 5, P.Bến Nghé, Quận 1, TP.Hồ Chí Minh",
    "Tổ 5, P.Bến Nghé, Q.1, TP. Hồ Chí Minh",
  ])
    expect(correctPlace(place, [], places).place).toBe(place);
});

test("an abbreviation is below the threshold after one view, and more so if its stop was not read alike", () => {
  const [withStop, without] = ["Diên Phú, TP. Pleiku, Gia Lai", "Diên Phú, TP Pleiku, Gia Lai"];
  const confidence = (read: string, ...others: string[]) =>
    correctPlace(read, [], places, { others }).confidence;
  expect(confidence(withStop)).toBeLessThan(confidenceOfTextMin);
  expect(confidence(withStop, withStop)).toBe(confidence(withStop));
  expect(confidence(withStop, without)).toBeLessThan(confidence(withStop));
  expect(correctPlace("Diên Phú, TP, Pleiku, Gia Lai", [], places)).toMatchObject({ place: withStop });
});

test("a known residence with abbreviations corrects the place of origin", () => {
  const known = ["Thôn 9, Xrơlang, TP. Pleiku, Gia Lai"];
  expect(correctPlace("Xrolang, TP. Pleiku, Gia Lai", known, places).place).toBe(
    "Xrơlang, TP. Pleiku, Gia Lai",
  );
  expect(correctPlace("Xrolang, TP. Pleiku, Gia Lai", [], places).place).not.toContain("Xrơlang");
});

test("a kind that was read in capitals is written as a word", () => {
  expect(correctPlace("ĐỘI 7, Thôn Phú Lợi, Cao Xá, Lâm Thao, Phú Thọ", [], places).place).toBe(
    "Đội 7, Thôn Phú Lợi, Cao Xá, Lâm Thao, Phú Thọ",
  );
});

test("a letter that may be an abbreviation without its stop is dropped with doubt", () => {
  for (const read of [
    "P Phú Hội, Huế, Thừa Thiên Huế",
    "Cao Xá, Lâm Thao, T, Phú Thọ",
    "T.T.Phú Xuyên, Phú Xuyên, Hà Nội",
  ])
    expect(correctPlace(read, [], places).confidence).toBeLessThan(0.86);
});

test("no word joiner stays in a value", () => {
  for (const read of [
    "Thôn T.Cao Xá, Lâm Thao, Phú Thọ",
    "Số 3, Q.Cao Xá, Lâm Thao, Phú Thọ",
    "Diên Phú, T.P. Pleiku, Gia Lai",
  ])
    expect(correctPlace(read, [], places).place).not.toContain("\u2060");
});

test("a place with two wards is doubtful", () => {
  const place = "Phường Ninh Kiều, Thạnh Phú, Cần Thơ";
  expect(correctPlace(place, [], places).confidence).toBeLessThan(0.8);
});

test("a unit of 2025 with the name of ward and district is one, and a stray mark makes no second ward", () => {
  expect(correctPlace("Xã Đinh Văn Lâm Hà, Tỉnh Lâm Đồng", [], places).place).toBe(
    "Xã Đinh Văn Lâm Hà, Tỉnh Lâm Đồng",
  );
  expect(correctPlace("Thị trấn Đinh Văn Lâm Hà, Lâm Đồng", [], places).place).toBe(
    "Thị trấn Đinh Văn, Lâm Hà, Lâm Đồng",
  );
  const stray = correctPlace("Phường Ninh Kiều, Thành phố. ' Cần Thơ", [], places);
  expect(stray.place).toBe("Phường Ninh Kiều, Thành phố Cần Thơ");
});

test("a word in no list leaves a name doubtful without the MRZ: it may be two words", () => {
  const confidenceOf = (name: string) => correctName([name, name], undefined, names, 1).confidence;
  expect(confidenceOf("CHÂU THỊHỒNG")).toBeLessThan(confidenceOfTextMin);
  expect(confidenceOf("CHÂU THỊ HỒNG")).toBeGreaterThan(confidenceOfTextMin);
});

test("a rare given name is kept, or doubtful if a common one differs in its tone alone", () => {
  const mend = (name: string) => correctName([name, name, name], undefined, names, 1);
  for (const name of ["TRẦN ĐỨC CHỈNH", "NGUYỄN KHẮC AN"]) expect(mend(name).name).toBe(name);
  for (const name of ["PHẠM NGỌC THƯỞNG", "LÊ BÁ HƯỞNG", "LÊ VĂN TRẤN", "LÊ THỊ QUYỂN"])
    expect(mend(name).confidence).toBeLessThan(confidenceOfTextMin);
});
