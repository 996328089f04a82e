import { readFile } from "node:fs/promises";

/** Resident memory of a process, read from /proc on Linux; `NaN` elsewhere. */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  return megabytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m);
}

/** Proportional set size: private memory, plus a share of memory that several processes use. `NaN` outside Linux. */
export async function proportionalMegabytes(pid: number | undefined): Promise<number> {
  return megabytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);
}

/** Private memory that the process has written, so that no other process shares it. `NaN` outside Linux. */
export async function privateMegabytes(pid: number | undefined): Promise<number> {
  return megabytesIn(`/proc/${pid}/smaps_rollup`, /^Private_Dirty:\s+(\d+)/m);
}

async function megabytesIn(path: string, kilobytes: RegExp): Promise<number> {
  const text = await readFile(path, "utf8").catch(() => "");
  return Number(kilobytes.exec(text)?.[1] ?? Number.NaN) / 1024;
}
