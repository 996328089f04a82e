import { readFile } from "node:fs/promises";

/** Resident memory of a process, read from /proc on Linux; `NaN` elsewhere. */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  return megabytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m);
}

async function megabytesIn(path: string, kilobytes: RegExp): Promise<number> {
  const text = await readFile(path, "utf8").catch(() => "");
  return Number(kilobytes.exec(text)?.[1] ?? Number.NaN) / 1024;
}
