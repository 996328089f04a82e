import { Fragment, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

const none = null;
const count = 2;
const name = "Léa";

function expectHtml(element: ReactElement, html: string): void {
  expect(renderToStaticMarkup(element)).toBe(html);
}

test("texts that follow each other are one text, and stay alone", () => {
  expectHtml(
    <p>
      {none}
      {count} sans {name}
    </p>,
    "<p>2 sans Léa</p>",
  );
});

test("a text beside an element has one of its own", () => {
  expectHtml(
    <p>
      <hr />
      {none}
      {count} sans réponse
    </p>,
    "<p><hr/><span>2 sans réponse</span></p>",
  );
});

test("a space between elements stays a space", () => {
  expectHtml(
    <p>
      <b>1</b> <b>2</b>
    </p>,
    "<p><b>1</b> <b>2</b></p>",
  );
});

test("a text in a fragment has an element of its own, whatever stands beside the fragment", () => {
  expectHtml(
    <p>
      <Fragment>
        {none}
        {name}
      </Fragment>
    </p>,
    "<p><span>Léa</span></p>",
  );
});
