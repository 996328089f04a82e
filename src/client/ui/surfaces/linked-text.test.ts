import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textPieces } from "./linked-text.tsx";

function links(text: string): (string | null)[] {
  return textPieces(text).flatMap(({ href }) => href ?? []);
}

describe("the pieces of a text", () => {
  it.each([
    ["Partitions : https://chants.example.org/a?b=1#c.", ["https://chants.example.org/a?b=1#c"]],
    ["(voir www.example.org)", ["https://www.example.org/"]],
    [
      "https://fr.example.org/Louange_(musique), puis http://a.example",
      ["https://fr.example.org/Louange_(musique)", "http://a.example/"],
    ],
    ["«\u00a0https://example.org\u00a0»", ["https://example.org/"]],
    ["data:text/html,x mailto:a@example.org ftp://a.example http://localhost", []],
    ['https://a.example/"onmouseover="x', ["https://a.example/"]],
  ])("link the addresses of « %s »", (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it("are the text again when joined, and link to nothing but the web", () => {
    const words = fc.array(
      fc.constantFrom("https://a.example", "www.b.example/", ")", "(", ".", " ", "\n", "é", "👩‍🎤", "https://"),
    );
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join("");
        expect(
          textPieces(text)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
        expect(links(text).every((href) => /^https?:\/\//.test(href ?? ""))).toBe(true);
      }),
    );
  });
});
