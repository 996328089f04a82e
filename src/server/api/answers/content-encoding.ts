/** How an answer is compressed; `identity`: not at all. */
export type Encoding = "br" | "gzip" | "identity";

/** `Sec-Fetch-Site` of requests that a page of this site, or the user, made. Other programs send none. */
const OWN_FETCH_SITES: ReadonlySet<string | null> = new Set(["same-origin", "none", null]);

/**
 * The accepted encodings: those named, unless their quality is zero (RFC 9110 §12.5.3). Parsed without a regular
 * expression, because thousands of spaces could make one slow.
 */
function acceptedEncodings(header: string): ReadonlySet<string> {
  const offers = header
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()));
  const accepted = offers.filter(([, quality = "q=1"]) => Number(quality.replace("q=", "")) > 0);
  return new Set(accepted.map(([name = ""]) => name));
}

/** Results for the headers that browsers send, so that each is parsed once. */
const USUAL_HEADERS = new Map<string, Encoding>([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate, br", "br"],
  ["", "identity"],
]);

/** The best encoding that `accept-encoding` allows. */
export function encodingOf(acceptEncoding: string): Encoding {
  const usual = USUAL_HEADERS.get(acceptEncoding);
  if (usual !== undefined) return usual;
  const accepted = acceptedEncodings(acceptEncoding);
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : "identity";
}

/**
 * The encoding of an answer with personal data. From the length of compressed bytes an attacker can learn whether a
 * text of theirs repeats a secret in the same answer (BREACH). They must make the browser send the request again and
 * again, so requests that another site caused are not compressed.
 */
export function privateEncodingOf(headers: Pick<Headers, "get">): Encoding {
  const isOwn = OWN_FETCH_SITES.has(headers.get("sec-fetch-site"));
  return isOwn ? encodingOf(headers.get("accept-encoding") ?? "") : "identity";
}
