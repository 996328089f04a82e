interface TextPiece {
  readonly text: string;
  readonly href: string | null;
}

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"«»]+/giu;
const TRAILING = /[.,;:!?'’…\]}]+$/u;

/** The address without punctuation after it. A closing bracket belongs to it only if the opening one does too. */
function withoutPunctuation(address: string): string {
  const shorter = address.replace(TRAILING, "");
  const isUnbalanced = shorter.endsWith(")") && !shorter.includes("(");
  return isUnbalanced ? withoutPunctuation(shorter.slice(0, -1)) : shorter;
}

/** `null` if the address has no public host name: `http://localhost` stays plain text. */
function linkOf(address: string): string | null {
  const full = /^www\./i.test(address) ? `https://${address}` : address;
  if (!URL.canParse(full)) return null;
  const { hostname, href } = new URL(full);
  return hostname.includes(".") ? href : null;
}

/** Splits a text into its web addresses and the texts between them. */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(match[0]);
    const href = linkOf(address);
    if (href === null) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), href: null });
    pieces.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

interface LinkedTextProps {
  readonly children: string;
  readonly className?: string | undefined;
}

/** A paragraph of a user's text, whose web addresses are links. */
export function LinkedText({ children, className = "" }: LinkedTextProps) {
  return (
    <p dir="auto" className={`whitespace-pre-wrap wrap-anywhere ${className}`}>
      {textPieces(children).map(({ text, href }, index) =>
        href === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity, and no state
          <span key={index}>{text}</span>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <a key={index} href={href} target="_blank" rel="noopener noreferrer" className="text-primary underline">
            {text}
          </a>
        ),
      )}
    </p>
  );
}
