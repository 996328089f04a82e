import { readFile } from "node:fs/promises";

/** Resident memory of a process, read from /proc on Linux; `NaN` elsewhere. */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  return megabytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m);
}

/** The process's own memory, and its share of what it has in common with others; `NaN` where Linux does not say. */
export async function proportionalMegabytes(pid: number | undefined): Promise<number> {
  return megabytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);
}

/** The process's own memory alone that it has written; `NaN` where Linux does not say. */
export async function privateMegabytes(pid: number | undefined): Promise<number> {
  return megabytesIn(`/proc/${pid}/smaps_rollup`, /^Private_Dirty:\s+(\d+)/m);
}

async function megabytesIn(path: string, kilobytes: RegExp): Promise<number> {
  const text = await readFile(path, "utf8").catch(() => "");
  return Number(kilobytes.exec(text)?.[1] ?? Number.NaN) / 1024;
}
