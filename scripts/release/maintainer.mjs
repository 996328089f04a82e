import { execFileSync } from "node:child_process";

/**
 * The maintainer of the Debian package, as `NAME <EMAIL>`: the variables `DEBFULLNAME` and `DEBEMAIL`, which Debian's
 * own tools read too, else the author of the last commit, whose address is in SECURITY.md.
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
