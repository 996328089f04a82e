import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeyCreationOptions, PasskeySignIn } from "#contract/sign-in/passkeys.ts";

/** Errors that a response of the authenticator can contain. */
interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  /** Signs instead of the key's own. */
  readonly key?: KeyObject;
}

/** A simulated device with one passkey (WebAuthn level 3, §6). */
export interface TestAuthenticator {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly create: (options: PasskeyCreationOptions, deviation?: Deviation) => NewPasskey;
  readonly use: (challenge: string, deviation?: Deviation) => PasskeySignIn["credential"];
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 0x40;

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** The public key in COSE's format (RFC 9053 §2.1, §7.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [head, between] = [Buffer.from("a5010203262001215820", "hex"), Buffer.from("225820", "hex")];
  return Buffer.concat([head, Buffer.from(x, "base64url"), between, Buffer.from(y, "base64url")]);
}

/** An attestation of format « none » in CBOR (RFC 8949). */
function attestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([uint(0x60 + value.length, 1), Buffer.from(value)]);
  const bytes = Buffer.concat([uint(0x59, 1), uint(authData.length, 2), authData]);
  return Buffer.concat([
    uint(0xa3, 1),
    text("fmt"),
    text("none"),
    text("attStmt"),
    uint(0xa0, 1),
    text("authData"),
    bytes,
  ]);
}

/** @param origin the site's, without a trailing slash */
export function createTestAuthenticator(origin: string): TestAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = randomBytes(32);
  const id = rawId.toString("base64url");
  let owner = "";
  let count = 0;

  function authenticatorData({ rpId = new URL(origin).hostname, counter, isVerified = true }: Deviation): Buffer {
    count += 1;
    const flags = USER_PRESENT + (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), uint(flags, 1), uint(counter ?? count, 4)]);
  }

  function clientData(type: string, challenge: string, { origin: site = origin }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: site, crossOrigin: false }));
  }

  return {
    id,
    privateKey,
    create({ user, challenge }, deviation = {}) {
      owner = user.id;
      const data = authenticatorData(deviation);
      data.writeUInt8(data.readUInt8(32) + HAS_KEY, 32);
      const attested = [Buffer.alloc(16), uint(rawId.length, 2), rawId, coseKey(publicKey)];
      const response = {
        clientDataJSON: clientData(deviation.type ?? "webauthn.create", challenge, deviation).toString("base64url"),
        attestationObject: attestation(Buffer.concat([data, ...attested])).toString("base64url"),
        transports: ["internal"],
      };
      return { id, rawId: id, type: "public-key", response };
    },
    use(challenge, deviation = {}) {
      const data = authenticatorData(deviation);
      const client = clientData(deviation.type ?? "webauthn.get", challenge, deviation);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), deviation.key ?? privateKey);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: deviation.userHandle ?? owner,
      };
      return { id, rawId: id, type: "public-key", response };
    },
  };
}
