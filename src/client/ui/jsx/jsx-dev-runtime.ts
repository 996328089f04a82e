import { jsxDEV as createElement } from "react/jsx-dev-runtime";
import { type Parts, wrapTexts } from "./jsx-runtime.ts";

/** The development version of `jsx-runtime.ts`. `origin` is the place of the element in the source code. */

export { Fragment, type JSX } from "react/jsx-dev-runtime";

export const jsxDEV: typeof createElement = (type, props, key, hasSeveralChildren, ...origin) => {
  if (!hasSeveralChildren) return createElement(type, props, key, false, ...origin);
  const wrapped = wrapTexts(type, props as Parts);
  return createElement(type, wrapped, key, Array.isArray(wrapped.children), ...origin);
};
