import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate that signs itself, and its private key, both in PEM. */
export interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
}

const TAG = { boolean: 0x01, integer: 0x02, bits: 0x03, octets: 0x04, id: 0x06, text: 0x0c, time: 0x18 } as const;
const [SEQUENCE, SET, VERSION, EXTENSIONS, DNS_NAME] = [0x30, 0x31, 0xa0, 0xa3, 0x82];
/** `ecdsa-with-SHA256`, `commonName`, `subjectAltName`, `basicConstraints` in DER. */
const IDS = { ecdsa: "2a8648ce3d040302", name: "550403", otherNames: "551d11", constraints: "551d13" } as const;

/** One value in DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
const id = (hex: string): Buffer => der(TAG.id, bytes(hex));
const pem = (content: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${content.toString("base64")}\n-----END CERTIFICATE-----\n`;

/** Makes a certificate of this host name, valid from 2020 to the first day of a year (RFC 5280). */
export function newTestCertificate(hostname: string, endYear = 2090): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = der(SEQUENCE, id(IDS.ecdsa));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, id(IDS.name), der(TAG.text, Buffer.from(hostname)))));
  const times = ["20200101000000Z", `${endYear}0101000000Z`].map((time) => der(TAG.time, Buffer.from(time)));
  const hosts = der(SEQUENCE, der(DNS_NAME, Buffer.from(hostname)));
  const authority = der(SEQUENCE, der(TAG.boolean, bytes("ff")));
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, id(IDS.otherNames), der(TAG.octets, hosts)),
    der(SEQUENCE, id(IDS.constraints), der(TAG.boolean, bytes("ff")), der(TAG.octets, authority)),
  );
  const content = der(
    SEQUENCE,
    der(VERSION, der(TAG.integer, bytes("02"))),
    der(TAG.integer, bytes("01")),
    algorithm,
    name,
    der(SEQUENCE, ...times),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, extensions),
  );
  const signature = der(TAG.bits, bytes("00"), sign("sha256", content, privateKey));
  return {
    certificate: pem(der(SEQUENCE, content, algorithm, signature)),
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
}
