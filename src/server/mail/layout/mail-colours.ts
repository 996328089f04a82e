/**
 * The page's colours, light and dark (src/client/styles/tokens.css). Mail programs know no variables, so each use has the
 * light value inline and a class that replaces it in the dark.
 */
export const MAIL_COLOURS = {
  bg: ["#f6f2eb", "#171211"],
  surface: ["#fffdfa", "#211b19"],
  sunk: ["#efe9df", "#120e0d"],
  ink: ["#261d1b", "#f4ece2"],
  "ink-2": ["#5c5049", "#c5b8ac"],
  "ink-3": ["#73675e", "#a3968b"],
  line: ["#e5dccf", "#372e2a"],
  primary: ["#0e5a66", "#86c9cf"],
  "on-primary": ["#ffffff", "#08282d"],
  ok: ["#1d6843", "#86d3a3"],
  "ok-soft": ["#dff0e4", "#173524"],
  missing: ["#ae281f", "#ff9d8f"],
  absent: ["#76365f", "#eba3cf"],
  "absent-soft": ["#f4e3ed", "#421f36"],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

type Colour = keyof typeof MAIL_COLOURS;

/** What a colour is used for: the letter of its class, and its CSS property. */
const USES = { text: ["c", "color"], back: ["b", "background-color"], edge: ["e", "border-color"] } as const;

type Paint = Readonly<Partial<Record<keyof typeof USES, Colour>>>;

/** The attributes `class` and `style` of an element. */
export function painted(paint: Paint, style: string): string {
  const uses = (Object.keys(USES) as (keyof typeof USES)[]).flatMap((use) => {
    const colour = paint[use];
    if (colour === undefined) return [];
    const [letter, property] = USES[use];
    return [{ className: `${letter}-${colour}`, rule: `${property}:${MAIL_COLOURS[colour][0]}` }];
  });
  const classes = uses.map(({ className }) => className).join(" ");
  return `class="${classes}" style="${[style, ...uses.map(({ rule }) => rule)].join(";")}"`;
}

/** The rules for dark mode. Only `!important` wins over inline styles. */
export function darkRules(): string {
  const rules = Object.entries(MAIL_COLOURS).flatMap(([colour, [, dark]]) =>
    Object.values(USES).map(([letter, property]) => `.${letter}-${colour}{${property}:${dark} !important}`),
  );
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}
