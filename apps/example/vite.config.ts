import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Relative, so that the build may be served from any folder.
  base: "./",
  plugins: [react()],
  // The broker in the page is a chunk of its own, which a build with `VITE_OMS_URL` never loads.
  build: { chunkSizeWarningLimit: 1_200 },
  // A busy machine may take its time.
  test: { testTimeout: 20_000 },
});
