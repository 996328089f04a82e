#!/usr/bin/env node
/**
 * `npm run dev`: the page with hot reload and the API with restart, on one address. Vite listens on PORT (3000) and
 * passes /api on to the server, which listens on a free port of its own. When one ends, or on Ctrl-C, both end.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const host = process.env["HOST"] ?? "127.0.0.1";

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/**
 * @param {string[]} args of Node
 * @param {Record<string, string>} environment
 */
function start(args, environment) {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...environment } });
}

const wishedPort = process.env["PORT"] ?? "3000";
const pagePort = wishedPort === "0" ? String(await freePort()) : wishedPort;
const apiPort = String(await freePort());
const baseUrl = process.env["BASE_URL"] ?? `http://localhost:${pagePort}`;
const children = [
  start(["--watch", "--watch-preserve-output", "src/server/main.ts"], {
    PORT: apiPort,
    HOST: "127.0.0.1",
    BASE_URL: baseUrl,
  }),
  start(["node_modules/vite/bin/vite.js", "--port", pagePort, "--host", host], {
    DIAPASON_API: `http://127.0.0.1:${apiPort}`,
  }),
];

let isStopping = false;

/** Vite and the watcher exit with various codes on a signal. A requested stop is not a failure. */
function stop() {
  isStopping = true;
  for (const child of children) child.kill("SIGTERM");
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
for (const child of children) {
  child.on("exit", (code) => {
    if (!isStopping) process.exitCode = code ?? 1;
    stop();
  });
}
