import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The service's unit file, as the Debian package installs it. */
export const UNIT = join(import.meta.dirname, "../../../packaging/systemd/diapason.service");

/** The values that the unit gives to a name, in order. */
export function unitSettings(name: string): string[] {
  const lines = readFileSync(UNIT, "utf8").split("\n");
  return lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
}
