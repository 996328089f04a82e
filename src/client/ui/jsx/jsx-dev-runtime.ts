import { jsxDEV as createElement } from "react/jsx-dev-runtime";
import { type Parts, setTextsApart } from "./jsx-runtime.ts";

/** As `jsx-runtime.ts`, in development. */

export { Fragment, type JSX } from "react/jsx-dev-runtime";

export const jsxDEV: typeof createElement = (type, props, key, hasParts, ...origin) => {
  if (!hasParts) return createElement(type, props, key, false, ...origin);
  const apart = setTextsApart(type, props as Parts);
  return createElement(type, apart, key, Array.isArray(apart.children), ...origin);
};
