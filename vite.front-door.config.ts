import { defineConfig } from "vite";
import answerPage from "./vite.answer-page.config.ts";

/** The front door of an installation with many spaces: another small page, built in the same way. */
export default defineConfig({
  ...answerPage,
  root: "src/front-door",
  build: {
    ...answerPage.build,
    rolldownOptions: { ...answerPage.build?.rolldownOptions, input: "src/front-door/front-door.html" },
  },
});
