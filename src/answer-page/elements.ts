import { ANSWER_CUTS, ANSWER_FRAME, ANSWER_MARKS } from "#client/music/signs/answer-shapes.ts";
import type { Answer } from "#domain/availability/availability.ts";

type Attributes = Readonly<Record<string, string>>;
type Child = Node | string | null;

/** Creates an element. Strings become text, never HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children.filter((child) => child !== null));
  return created;
}

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** A decorative drawing, hidden from screen readers because there is always text beside it. */
function drawing(viewBox: string, className: string, paths: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG_NAMESPACE, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  for (const data of paths) {
    const path = document.createElementNS(SVG_NAMESPACE, "path");
    path.setAttribute("d", data);
    svg.append(path);
  }
  return svg;
}

/** Paths of icons from Lucide, on a grid of 24. */
const ICONS = {
  calendar: [
    "M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M3 9h18",
    "M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01",
  ],
  place: [
    "M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0M15 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0",
  ],
  calendarPlus: ["M16 18h6M16 2v3M19 15v6M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3M3 9h18M8 2v3"],
  arrow: ["M5 12h14m-7-7 7 7-7 7"],
  alert: ["M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M12 8v4M12 16h.01"],
} as const;

export function icon(name: keyof typeof ICONS): SVGSVGElement {
  return drawing("0 0 24 24", "icon", ICONS[name]);
}

/** The sign of an answer: filled for the given answer, an outline with a mark on a button. */
export function answerSign(answer: Answer, look: "filled" | "outline"): SVGSVGElement {
  return look === "filled"
    ? drawing("0 0 16 16", "sign given", [ANSWER_FRAME + ANSWER_CUTS[answer]])
    : drawing("0 0 16 16", "sign", [
        "M5.2 1.4h5.6a3.8 3.8 0 0 1 3.8 3.8v5.600a3.8 3.8 0 0 1-3.8 3.8H5.2a3.8 3.8 0 0 1-3.8-3.8V5.2a3.8 3.8 0 0 1 3.8-3.8Z",
        ANSWER_MARKS[answer],
      ]);
}

/** A role's bar: filled if somebody holds the role, otherwise hollow. */
export function roleBar(isCovered: boolean): SVGSVGElement {
  const path = "M4.100 .9h-.200a3 3 0 0 0-3 3v8.200a3 3 0 0 0 3 3h.200a3 3 0 0 0 3-3V3.900a3 3 0 0 0-3-3Z";
  return drawing("0 0 8 16", isCovered ? "bar covered" : "bar", [path]);
}

/** Five lines of music without a note: the drawing of pages that have nothing to show. */
export function emptyStaff(): SVGSVGElement {
  return drawing("0 0 212 46", "staff", ["M0 1h212M0 12h212M0 23h212M0 34h212M0 45h212", "M94 15.750h24"]);
}
