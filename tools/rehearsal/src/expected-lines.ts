/** What the examples print where everything works, by hand from the document's own examples. */
export const expectedLines: Readonly<Record<string, readonly string[]>> = {
  "readme-1": [
    "MarginCall 888C000017",
    "Deposit 888C000017",
    "The covered amount of FPT is 2,000,000 VND now; it was 0 VND.",
  ],
  "client-1": ["FPT 80000"],
  "client-2": ["200 0.5 undefined"],
  "client-3": ["MarginCall MarginCall/888C000017/FPT/1/0", "Deposit Deposit/888C000017/TX-20261116-004182"],
  "client-4": ['readCard gives "TRẦN MINH KHÔI"'],
  "client-5": ['readCardFiles gives "TRẦN MINH KHÔI"'],
  // The person of `cardOrder`, field by field as its truth has them: the code's first, then the lines', then print's.
  "id-card-1": [
    "idNumber 066167913285",
    "fullName NÔNG NGỌC ÁNH",
    "dateOfBirth 03/11/1967",
    "sex Nữ",
    "placeOfResidence Bản Thượng, Ea Drăng, Ea H'leo, Đắk Lắk",
    "dateOfIssue 03/08/2023",
    "dateOfExpiry 03/11/2027",
    "nationality Việt Nam",
    "placeOfOrigin Ea Drăng, Ea H'leo, Đắk Lắk",
    "issuedBy CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
  ],
  "id-card-2": ["2021 false"],
  "id-card-3": ["066167913285"],
  "types-1": ['describeRatio gives "FPT: 50.0 %"', "isUrgent gives true"],
  "types-2": ["sizeOf gives 0"],
};
