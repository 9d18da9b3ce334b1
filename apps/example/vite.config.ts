import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Relative, so that the build may be served from any folder.
export default defineConfig({ base: "./", plugins: [react()] });
