import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A certificate that only a client with `authority` trusts. */
export interface LocalCertificate {
  /** The authority's certificate, in PEM. */
  readonly authority: string;
  /** Files in PEM: the host's certificate, and its private key. */
  readonly certificate: string;
  readonly key: string;
}

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];

function request(...words: readonly string[]): void {
  execFileSync("openssl", ["req", "-x509", ...KEY, ...words], { stdio: "pipe" });
}

/** Creates a certificate authority in `folder`, and a certificate for this host name that it signs. */
export function createLocalCertificate(folder: string, hostname: string): LocalCertificate {
  const inFolder = (name: string) => join(folder, name);
  const [authority, authorityKey] = [inFolder("authority.crt"), inFolder("authority.key")];
  const [certificate, key] = [inFolder("planning.crt"), inFolder("planning.key")];
  request("-subj", "/CN=A local authority", "-keyout", authorityKey, "-out", authority);
  const names = ["-subj", `/CN=${hostname}`, "-addext", `subjectAltName=DNS:${hostname}`];
  const signer = ["-CA", authority, "-CAkey", authorityKey, "-addext", "basicConstraints=critical,CA:FALSE"];
  request(...names, ...signer, "-keyout", key, "-out", certificate);
  return { authority: readFileSync(authority, "utf8"), certificate, key };
}
