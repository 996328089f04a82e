import type { ElementType, ReactNode } from "react";
import { Fragment, jsx, jsxs as createElement } from "react/jsx-runtime";

export interface Parts {
  readonly children: readonly ReactNode[];
}

/**
 * Wraps each text that has sibling elements in a `<span>`, and joins consecutive texts.
 *
 * Without this, React fails on a page that the browser has translated. Translation replaces text nodes, and React keeps
 * references to text nodes that have siblings: it would update a node that is no longer shown, or fail to remove it. React
 * updates a text without siblings through its element, which translation does not replace. So several texts without other
 * elements become one text.
 */
export function wrapTexts<Props extends Parts>(type: ElementType, props: Props): Props & { children: ReactNode } {
  // Each child keeps its index, because React matches children of two renderings by their index.
  const children = [...props.children];
  let text = "";
  let textStart: number | null = null;
  let hasOnlyText = type !== Fragment;
  for (const [index, child] of props.children.entries()) {
    if (isText(child)) {
      text = textStart === null ? String(child) : text + String(child);
      textStart ??= index;
      children[index] = null;
      children[textStart] = text;
    } else if (child !== null && child !== undefined && typeof child !== "boolean") {
      textStart = null;
      hasOnlyText = false;
    }
  }
  return { ...props, children: hasOnlyText ? children.find(isText) : children.map(wrapText) };
}

function isText(child: ReactNode): child is string | number | bigint {
  return typeof child === "string" || typeof child === "number" || typeof child === "bigint";
}

/** Does not wrap spaces: they are not translated, and a `<span>` would be a separate item in a flex row. */
function wrapText(child: ReactNode): ReactNode {
  return isText(child) && String(child).trim() !== "" ? jsx("span", { children: child }) : child;
}

/** The compiled JSX calls these functions instead of React's (`jsxImportSource` in tsconfig.json). */

export { Fragment, jsx, type JSX } from "react/jsx-runtime";

export const jsxs: typeof createElement = (type, props, key) => {
  const wrapped = wrapTexts(type, props as Parts);
  return Array.isArray(wrapped.children) ? createElement(type, wrapped, key) : jsx(type, wrapped, key);
};
