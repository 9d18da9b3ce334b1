import { expectTypeOf, test } from "vitest";
import type { CardReading, FieldName } from "./index.ts";
import { type CardReader, openCardReader, readIdCard } from "./node/index.ts";

test("a reading has a field only where it was read, and names those that are missing", () => {
  expectTypeOf<CardReading["fields"]["idNumber"]>().extract<undefined>().toEqualTypeOf<undefined>();
  expectTypeOf<CardReading["missing"]>().toEqualTypeOf<readonly FieldName[]>();
});

test("a card is read from its bytes, and the back may be left out", () => {
  expectTypeOf(readIdCard).toBeCallableWith({ front: new Uint8Array() });
  expectTypeOf(readIdCard({ front: new Uint8Array() })).toEqualTypeOf<Promise<CardReading>>();
  expectTypeOf(openCardReader()).toEqualTypeOf<Promise<CardReader>>();
  // @ts-expect-error A front is needed.
  expectTypeOf(readIdCard).toBeCallableWith({ back: new Uint8Array() });
});
