/**
 * How the operator runs a command of the product here: `npm run NAME -- WORDS` in a clone, `diapason NAME WORDS` in a
 * release, whose launcher says so in DIAPASON_LAUNCHER.
 */
export function commandLine(name: string, words = ""): string {
  const launcher = process.env["DIAPASON_LAUNCHER"];
  if (launcher) return [launcher, name, words].filter(Boolean).join(" ");
  return words === "" ? `npm run ${name}` : `npm run ${name} -- ${words}`;
}
