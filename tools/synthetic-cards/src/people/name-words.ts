/** Surnames, the frequent ones as often as they weigh. */
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

/** What stands between surname and given name; an empty word is a name without. */
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

/** Given names. */
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
