/** How the bytes of an answer are compressed; `identity`: not at all. */
export type Encoding = "br" | "gzip" | "identity";

/** What a browser says of requests that a page of this site or a person made. Other programs say nothing. */
const OWN_FETCH_SITES: ReadonlySet<string | null> = new Set(["same-origin", "none", null]);

/**
 * The encodings that the browser takes: named, and not refused by a quality of zero (RFC 9110 §12.5.3). Read without a
 * pattern, which somebody's thousands of spaces would keep busy.
 */
function acceptedEncodings(header: string): ReadonlySet<string> {
  const offers = header
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()));
  const accepted = offers.filter(([, quality = "q=1"]) => Number(quality.replace("q=", "")) > 0);
  return new Set(accepted.map(([name = ""]) => name));
}

/** What browsers send: no need to take it apart each time. */
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
 * The encoding of an answer that holds what only some may read. The length of compressed bytes tells whether a text that
 * a stranger placed in them repeats something else in them, but only to somebody who makes the browser ask again and
 * again. A request that another site caused is therefore answered as it is.
 */
export function privateEncodingOf(headers: Pick<Headers, "get">): Encoding {
  const isOwn = OWN_FETCH_SITES.has(headers.get("sec-fetch-site"));
  return isOwn ? encodingOf(headers.get("accept-encoding") ?? "") : "identity";
}
