import { findBrowser, NO_BROWSER } from "../../../scripts/find-program.mjs";

/** Ends the run before the first test if no browser is installed. @throws Error that names what to install */
export default function requireBrowser(): void {
  if (findBrowser() === null) throw new Error(NO_BROWSER);
}
