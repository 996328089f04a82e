import { Fragment } from "react";
import { syllables } from "#text/phrases/syllables.ts";

const WORD = /(\S+)/;
/** Most characters of a word, article and brackets included, that fit on a line in a day of a wide month. */
const ROOM_OF_A_DAY = 12;

/** A name whose long words break between syllables, with a hyphen. Not every browser can hyphenate French. */
export function SoftText({ children }: { readonly children: string }) {
  const parts = syllables(children);
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part has nothing else that is its own
    <Fragment key={index}>
      {index === 0 ? null : <span className="soft-break" />}
      {part}
    </Fragment>
  ));
}

/**
 * As `SoftText`, for narrow places: a word that fits on its own line moves there whole (« Culte du / dimanche »), and breaks
 * only where large text leaves no room. Do not underline it: such a word would have no underline.
 */
export function NarrowSoftText({ children }: { readonly children: string }) {
  return children.split(WORD).map((word, index) => {
    const text = <SoftText>{word}</SoftText>;
    const mayMove = word.length <= ROOM_OF_A_DAY && syllables(word).length > 1;
    // oxlint-disable-next-line react/no-array-index-key -- a word has nothing else that is its own
    return <Fragment key={index}>{mayMove ? <span className="inline-block max-w-full">{text}</span> : text}</Fragment>;
  });
}
