import { ZodType } from "zod";

// What a schema tells the document changes nothing of how it judges. Schemas take over what is enumerable here.
Object.assign(ZodType.prototype, {
  openapi(this: unknown) {
    return this;
  },
});
