import { execFileSync } from "node:child_process";

/**
 * Whom the users of a Debian package can write to: `DEBFULLNAME` and `DEBEMAIL`, as Debian's own tools read them, else
 * the author of the last commit, whose address SECURITY.md names.
 * @param {string} root
 */
export function maintainer(root) {
  const { DEBEMAIL: email, DEBFULLNAME: name = "Diapason" } = process.env;
  const named = email ? `${name} <${email}>` : lastAuthor(root);
  if (!/^[^<>\n]+ <[^\s<>@]+@[^\s<>@]+>$/.test(named)) throw new Error(`DEBEMAIL must be an e-mail address: ${named}`);
  return named;
}

/** @param {string} root */
function lastAuthor(root) {
  try {
    return execFileSync("git", ["log", "-1", "--format=%an <%ae>"], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch (error) {
    throw new Error("Without git, DEBEMAIL must hold the address of who maintains the package.", { cause: error });
  }
}
