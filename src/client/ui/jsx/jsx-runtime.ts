import { jsx, jsxs as createElement } from "react/jsx-runtime";
import { type Parts, setTextsApart } from "./set-texts-apart.ts";

/** What JSX is compiled to, instead of React's own (`jsxImportSource` in tsconfig.json). */

export { Fragment, jsx, type JSX } from "react/jsx-runtime";

export const jsxs: typeof createElement = (type, props, key) => {
  const apart = setTextsApart(type, props as Parts);
  return Array.isArray(apart.children) ? createElement(type, apart, key) : jsx(type, apart, key);
};
