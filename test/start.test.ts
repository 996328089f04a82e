import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Diapason, NPM, startDiapason, StartFailure } from "./support/process/start-diapason.ts";

function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return pids === "" ? [] : pids.split(" ").map(Number);
}

function descendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

describe.runIf(process.platform === "linux")("npm start", () => {
  let diapason: Diapason;
  let server: number;

  async function start(): Promise<void> {
    diapason = await startDiapason({}, [...NPM, "start"]);
    // The process of the npm script: first the shell, which `exec` then replaces with the server.
    server = childrenOf(diapason.pid)[0] ?? 0;
    expect(await answers(diapason.url)).toBe(true);
  }

  test("leaves its shell's place to the server, on the Node it brought along", async () => {
    await start();
    expect(readFileSync(`/proc/${server}/cmdline`, "utf8")).toContain("dist/server/main.js");
    const environment = readFileSync(`/proc/${server}/environ`, "utf8");
    expect(environment).toContain("npm_lifecycle_event=start");
    expect(environment).toContain("MALLOC_MMAP_THRESHOLD_=");
    await diapason.stop();
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s to npm reaches the server: exit 0, no orphan", async (signal) => {
    await start();
    expect(await diapason.stop(signal)).toBe(0);
    expect(isAlive(server)).toBe(false);
    expect(await answers(diapason.url)).toBe(false);
  });

  test("SIGTERM to the process under npm ends both", async () => {
    await start();
    process.kill(server, "SIGTERM");
    expect(await diapason.ended).toBe(0);
    await diapason.stop();
    expect(await answers(diapason.url)).toBe(false);
  });
});

describe.runIf(process.platform === "linux")("npm run dev", () => {
  test("serves page and API on one address, and Ctrl-C ends all that it started", async () => {
    const diapason = await startDiapason({}, [...NPM, "run", "dev"]);
    const started = descendants(diapason.pid);
    expect(started.length).toBeGreaterThanOrEqual(4);
    expect(await answers(diapason.url)).toBe(true);
    expect(await (await fetch(diapason.url)).text()).toContain("/@vite/client");
    expect(await diapason.stop("SIGINT")).toBe(0);
    expect(started.filter(isAlive)).toEqual([]);
  });
});

async function failure(settings: Record<string, string>): Promise<{ exitCode: number | null; output: string }> {
  const attempt = startDiapason(settings);
  await expect(attempt).rejects.toBeInstanceOf(StartFailure);
  return attempt.catch((error: StartFailure) => error) as Promise<StartFailure>;
}

describe("a start that cannot be", () => {
  test("a taken port is one line and exit code 1, and the one who has it goes on", async () => {
    const first = await startDiapason();
    const { port } = new URL(first.url);
    const { exitCode, output } = await failure({ PORT: port });
    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([expect.stringContaining(`Le port ${port} de 127.0.0.1 est déjà pris`)]);
    expect(await answers(first.url)).toBe(true);
    expect(await first.stop()).toBe(0);
  });

  test("each bad setting is a line of its own", async () => {
    const { exitCode, output } = await failure({ PORT: "many", SHARING: "perhaps" });
    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual(["PORT attend un nombre de 0 à 65535", "SHARING attend on ou off"]);
  });
});
