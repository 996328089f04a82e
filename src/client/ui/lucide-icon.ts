import { createElement, type FC, type SVGProps } from "react";

/** An icon as lucide's own files describe it, on a grid of 24. */
interface IconData {
  readonly name: string;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/** Decorative: the word stands beside every icon of ours. */
const ATTRIBUTES: SVGProps<SVGSVGElement> = {
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
};

/** Stands in for lucide's own (vite.config.ts), whose colours, sizes and contexts we do not use: 0.9 KB of every first load. */
export default function createLucideIcon({ name, node }: IconData): FC<SVGProps<SVGSVGElement>> {
  return function LucideIcon({ className = "", ...rest }) {
    return createElement(
      "svg",
      { ...ATTRIBUTES, ...rest, className: `lucide lucide-${name} ${className}` },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
