import { Fragment } from "react";
import { syllables } from "#text/phrases/syllables.ts";

const WORD = /(\S+)/;
/** The longest word, in characters, that fits on one line in a day of the wide month. */
const DAY_CHARACTERS_MAX = 12;

/** A name whose long words may break between syllables, with a hyphen: not every browser can hyphenate French. */
export function SoftText({ children }: { readonly children: string }) {
  const parts = syllables(children);
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity, and no state
    <Fragment key={index}>
      {index === 0 ? null : <span className="soft-break" />}
      {part}
    </Fragment>
  ));
}

/**
 * `SoftText` for narrow places. A word that fits on a line of its own is moved there instead of being broken (« Culte du /
 * dimanche »). Do not underline it: moved words would have no underline.
 */
export function NarrowSoftText({ children }: { readonly children: string }) {
  return children.split(WORD).map((word, index) => {
    const text = <SoftText>{word}</SoftText>;
    const mayMove = word.length <= DAY_CHARACTERS_MAX && syllables(word).length > 1;
    // oxlint-disable-next-line react/no-array-index-key -- words have no other identity, and no state
    return <Fragment key={index}>{mayMove ? <span className="inline-block max-w-full">{text}</span> : text}</Fragment>;
  });
}
