import type { ElementType, ReactNode } from "react";
import { Fragment, jsx, jsxs as createElement } from "react/jsx-runtime";

export interface Parts {
  readonly children: readonly ReactNode[];
}

/**
 * Wraps each text that has sibling elements in its own element, and joins texts that follow each other.
 *
 * A browser that translates the page replaces its text nodes. React keeps references to text nodes that have siblings: it
 * would update one that is no longer shown, or fail to remove it. It updates a text without siblings through its element,
 * which stays.
 */
export function setTextsApart<Props extends Parts>(type: ElementType, props: Props): Props & { children: ReactNode } {
  // Each child keeps its index, by which React matches it with the former one.
  const children = [...props.children];
  let text = "";
  let textStart: number | null = null;
  let isAlone = type !== Fragment;
  for (const [place, child] of props.children.entries()) {
    if (isText(child)) {
      text = textStart === null ? String(child) : text + String(child);
      textStart ??= place;
      children[place] = null;
      children[textStart] = text;
    } else if (child !== null && child !== undefined && typeof child !== "boolean") {
      textStart = null;
      isAlone = false;
    }
  }
  return { ...props, children: isAlone ? children.find(isText) : children.map(asElement) };
}

function isText(child: ReactNode): child is string | number | bigint {
  return typeof child === "string" || typeof child === "number" || typeof child === "bigint";
}

/** Spaces stay: they are not translated, and as an element they would take room in a row of boxes. */
function asElement(child: ReactNode): ReactNode {
  return isText(child) && String(child).trim() !== "" ? jsx("span", { children: child }) : child;
}

/** What JSX is compiled to, instead of React's own (`jsxImportSource` in tsconfig.json). */

export { Fragment, jsx, type JSX } from "react/jsx-runtime";

export const jsxs: typeof createElement = (type, props, key) => {
  const apart = setTextsApart(type, props as Parts);
  return Array.isArray(apart.children) ? createElement(type, apart, key) : jsx(type, apart, key);
};
