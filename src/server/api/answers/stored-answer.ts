import { hash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "./content-encoding.ts";

type Bytes = Buffer<ArrayBuffer>;

/** A month of 240 answers: 29 kB become 6.0 kB in 0.16 ms; 7.6 kB in 0.12 ms with quality 1, 5.9 kB in 0.33 ms with 5. */
const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 1;
/** Below this, the header that names the encoding outweighs what compression saves. */
const SMALLEST_BYTES = 256;
/** 128 bits: two answers never share one by accident. */
const TAG_LENGTH = 22;

type Compressed = Exclude<Encoding, "identity">;

function compress(plain: Bytes, encoding: Compressed): Bytes {
  if (encoding === "gzip") return gzipSync(plain, { level: GZIP_LEVEL });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: plain.length };
  return brotliCompressSync(plain, { params });
}

/** A JSON body as bytes, compressed once for all its readers. `Body` is the type of the parsed JSON. */
export class StoredAnswer<out Body> {
  /** Never set. It only makes TypeScript tell apart answers with different bodies. */
  declare readonly body: Body;
  readonly json: string;
  readonly plain: Bytes;
  #etag: string | undefined;
  readonly #forms = new Map<Compressed, Bytes>();

  constructor(json: string) {
    this.json = json;
    this.plain = Buffer.from(json);
  }

  /**
   * A weak entity tag, the same for each encoding: equal bodies have equal tags, in every process, before and after a
   * restart or a restoration.
   */
  get etag(): string {
    return (this.#etag ??= `W/"${hash("sha256", this.plain, "base64url").slice(0, TAG_LENGTH)}"`);
  }

  /** The encoding in which it is sent to a client that accepts this one: small bodies are not compressed. */
  encodingFor(wanted: Encoding): Encoding {
    return this.plain.length < SMALLEST_BYTES ? "identity" : wanted;
  }

  in(encoding: Encoding): Bytes {
    if (encoding === "identity") return this.plain;
    const form = this.#forms.get(encoding) ?? compress(this.plain, encoding);
    this.#forms.set(encoding, form);
    return form;
  }

  /** Approximate bytes in memory, with its compressed forms. */
  get weight(): number {
    return 3 * this.plain.length;
  }
}

/** Stores `body` as it will be sent. */
export function storedAnswer<Body>(body: Body): StoredAnswer<Body> {
  return new StoredAnswer<Body>(JSON.stringify(body));
}
