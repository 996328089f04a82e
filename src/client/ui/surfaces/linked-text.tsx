import { textPieces } from "./text-links.ts";

interface LinkedTextProps {
  readonly children: string;
  readonly className?: string | undefined;
}

/** Text of several lines as somebody typed it; its web addresses are links. */
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
