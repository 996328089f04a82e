type Attributes = Readonly<Record<string, string>>;
type Child = Node | string | null;

/** A new element. Text is never read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A decorative drawing: there is text beside each one. */
export function drawing(viewBox: string, className: string, paths: readonly string[]): SVGSVGElement {
  const [svg, ...lines] = ["svg", ...paths.map(() => "path")].map((tag) =>
    document.createElementNS("http://www.w3.org/2000/svg", tag),
  ) as [SVGSVGElement, ...SVGPathElement[]];
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  for (const [index, line] of lines.entries()) line.setAttribute("d", paths[index] ?? "");
  svg.append(...lines);
  return svg;
}
