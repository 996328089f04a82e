/** For the development server: serves the page of an answer link, which has a separate build in the product. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../src/answer-page/", import.meta.url));

/** @returns {import("vite").Plugin} */
export function serveAnswerPage() {
  return {
    name: "serve-answer-page",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { url = "" } = request;
        if (url.split("?", 1)[0] !== "/answer") return next();
        const html = readFileSync(`${FOLDER}answer.html`, "utf8").replaceAll('"./', `"/@fs${FOLDER}`);
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        server.transformIndexHtml("/answer", html).then((page) => response.end(page), next);
      });
    },
  };
}
