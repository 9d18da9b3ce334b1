/** A province as it is since July 2025, and some of its wards; there are no districts any more. */
export type UnitOf2025 = {
  /** The numbers of the provinces that it was made of. */
  readonly numbers: readonly string[];
  readonly name: string;
  readonly wards: readonly string[];
};

/** A line a province: the numbers of those that it was made of, its name, and wards. */
const lines = `
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
export const unitsOf2025: readonly UnitOf2025[] = lines
  .trim()
  .split("\n")
  .map((line) => {
    const [head = "", rest = ""] = line.split(": ");
    const numbers = head.match(/\d{3}/g) ?? [];
    return { numbers, name: head.slice(4 * numbers.length), wards: rest.split("; ") };
  });
