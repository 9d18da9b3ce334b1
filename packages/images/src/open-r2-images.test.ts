import { Miniflare } from "miniflare";
import { describeImageStore } from "./image-store.suite.ts";
import { openR2Images, type R2Binding } from "./open-r2-images.ts";

const miniflare = new Miniflare({ modules: true, script: "export default {};", r2Buckets: ["IMAGES"] });

describeImageStore("R2, in pages of ten", {
  open: async () => {
    const bucket = (await miniflare.getR2Bucket("IMAGES")) as unknown as Required<R2Binding>;
    return openR2Images({
      put: (name, bytes) => bucket.put(name, bytes),
      get: (name) => bucket.get(name),
      delete: (name) => bucket.delete(name),
      list: (options) => bucket.list({ ...options, ...{ limit: 10 } }),
    });
  },
  close: () => miniflare.dispose(),
});
