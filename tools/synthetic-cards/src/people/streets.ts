/** Streets, which are named alike from north to south. */
export const streets: readonly string[] =
  "Ngô Xuân Quảng|Lê Văn Sỹ|Nguyễn Thị Minh Khai|Trần Hưng Đạo|Cách Mạng Tháng Tám|Điện Biên Phủ|Nguyễn Đình Chiểu|Lý Thường Kiệt|Phạm Ngũ Lão|Hoàng Hoa Thám|Đinh Tiên Hoàng|Võ Thị Sáu|Bà Triệu|Trường Chinh|Phan Đình Phùng|Ngô Quyền|Tô Hiến Thành|Huỳnh Thúc Kháng|Hùng Vương|Bạch Đằng|Quang Trung|Trần Phú|Lạc Long Quân|Âu Cơ|Đặng Văn Ngữ|Thích Quảng Đức|Nguyễn Hữu Thọ|Dương Bá Trạc|Kha Vạn Cân|Xô Viết Nghệ Tĩnh".split(
    "|",
  );

/** Names of hamlets, for the villages that have one instead of a number. */
export const hamlets: readonly string[] =
  "Đông|Đoài|Thượng|Hạ|Đình|Chùa|Bình Hòa|Phước Thọ|Mỹ Lợi|An Lạc|Tân Tiến|Vĩnh Phước|Nà Lốc|Pác Bó|Đồng Dầu|Giếng Mới|Cầu Ván|Rạch Gốc|Long Thạnh|Đức Mỹ|Xuân Lũng|Hậu Dưỡng|Kỳ Sơn|Thống Nhất|Hưng Thịnh".split(
    "|",
  );
