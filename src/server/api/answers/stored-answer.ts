import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Encoding } from "./content-encoding.ts";

type Bytes = Buffer<ArrayBuffer>;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** How well a body is compressed: the better, the longer it takes. */
interface Effort {
  readonly brotliQuality: number;
  readonly gzipLevel: number;
}

/** A month of 240 answers: 41 kB become 1.35 kB in 120 µs. Brotli's highest quality takes 40 ms for 0.2 kB less. */
const GOOD: Effort = { brotliQuality: 5, gzipLevel: 6 };
/** The same month becomes 1.54 kB in 20 µs. */
const QUICK: Effort = { brotliQuality: 1, gzipLevel: 1 };
/** Below this, the header that names the encoding outweighs what compression saves. */
const SMALLEST_BYTES = 256;
/** 128 bits: two answers never share one by accident. */
const TAG_LENGTH = 22;

/** A larger body is compressed on another thread. For a smaller one, handing it over takes four times as long. */
const COMPRESSED_HERE_BYTES = 64 * 1024;

type Compressed = Exclude<Encoding, "identity">;

function brotliOptions({ length }: Bytes, { brotliQuality }: Effort) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: length };
  return { params };
}

function compressHere(plain: Bytes, encoding: Compressed, effort: Effort): Bytes {
  if (encoding === "gzip") return gzipSync(plain, { level: effort.gzipLevel });
  return brotliCompressSync(plain, brotliOptions(plain, effort));
}

function compressElsewhere(plain: Bytes, encoding: Compressed, effort: Effort): Promise<Bytes> {
  if (encoding === "gzip") return gzipAsync(plain, { level: effort.gzipLevel });
  return brotliAsync(plain, brotliOptions(plain, effort));
}

interface StoredAnswerOptions {
  /** Whether a change soon makes it useless: then a quick compression is worth more than a good one. */
  readonly isShortLived?: boolean;
}

/** A JSON body as bytes, compressed once for all its readers. `Body` is the type of the parsed JSON. */
export class StoredAnswer<out Body> {
  /** Never set. It only makes TypeScript tell apart answers with different bodies. */
  declare readonly body: Body;
  readonly json: string;
  readonly plain: Bytes;
  #etag: string | undefined;
  readonly #forms = new Map<Compressed, Promise<Bytes>>();
  readonly #effort: Effort;

  constructor(json: string, { isShortLived = false }: StoredAnswerOptions = {}) {
    this.json = json;
    this.plain = Buffer.from(json);
    this.#effort = isShortLived ? QUICK : GOOD;
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

  in(encoding: Encoding): Promise<Bytes> {
    if (encoding === "identity") return Promise.resolve(this.plain);
    let form = this.#forms.get(encoding);
    if (form === undefined) {
      const isSmall = this.plain.length <= COMPRESSED_HERE_BYTES;
      form = isSmall
        ? Promise.resolve(compressHere(this.plain, encoding, this.#effort))
        : compressElsewhere(this.plain, encoding, GOOD);
      this.#forms.set(encoding, form);
    }
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
