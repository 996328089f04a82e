import { bytesOf, isFont, isScript } from "#test/support/browser/fetched-file.ts";
import { median } from "../percentile.ts";
import type { Row } from "../table.ts";
import type { Load } from "./load.ts";
import { isCall, isStream, type NetworkRequest, roundsOf } from "./network-record.ts";

type Loads = Readonly<Record<"bare" | "miniMonth" | "login" | "home" | "largeHome", readonly Load[]>>;
type Figure = (load: Load) => number;

function medianOf(loads: readonly Load[], figure: Figure): number {
  return median(loads.map(figure));
}

function sizesOf(requests: readonly NetworkRequest[]): string {
  return requests.map(({ path, bytes }) => `${path} ${bytes}`).join(", ");
}

const visible: Figure = (load) => load.visible;
const blocking: Figure = (load) => load.blocking;
const heap: Figure = (load) => load.heap;
/** Without the change stream, which the page does not wait for. */
const neededFiles = ({ needed }: Load) => withoutFonts(needed).filter((request) => !isStream(request));
const neededScripts: Figure = ({ needed }) => bytesOf(needed.filter(isScript));
const withoutFonts = (requests: readonly NetworkRequest[]) => requests.filter((request) => !isFont(request));
const neededBytes: Figure = ({ needed }) => bytesOf(withoutFonts(needed));
const calls: Figure = ({ requests }) => requests.filter(isCall).length;

function row(name: string, unit: Row["unit"], own: readonly Load[], figure: Figure) {
  return { name, unit, value: medianOf(own, figure) };
}

function referenceOf(loads: readonly Load[], figure: Figure) {
  return { reference: medianOf(loads, figure) };
}

function goalRatio(reach: number, aim?: number) {
  return { goal: { of: "ratio", reach, ...(aim !== undefined && { aim }) } } as const;
}

function goalAtMost(reach: number, aim: number) {
  return { goal: { of: "value", reach, aim } } as const;
}

/** @param bareDocument the size of the dashboard's document without its data */
export function loadRows({ bare, miniMonth, login, home, largeHome }: Loads, bareDocument: number): Row[] {
  const data: Figure = ({ requests }) =>
    bytesOf(requests.filter(isCall)) + bytesOf(requests.filter(({ type }) => type === "Document")) - bareDocument;
  const [last] = home.slice(-1);
  return [
    { ...row("mini-month, visible", "ms", miniMonth, visible), ...referenceOf(bare, visible) },
    {
      ...row("/, its events visible", "ms", home, visible),
      ...referenceOf(miniMonth, visible),
      ...goalRatio(1.6, 1.2),
    },
    { ...row("/, blocking time", "ms", home, blocking), ...referenceOf(miniMonth, blocking), ...goalRatio(2.5, 1.5) },
    {
      ...row("/, JavaScript until visible", "B", home, neededScripts),
      ...referenceOf(bare, neededScripts),
      ...goalRatio(1.75, 1.5),
      detail: sizesOf(last?.needed.filter(isScript) ?? []),
    },
    {
      ...row("/, bytes until visible, without fonts", "B", home, neededBytes),
      ...referenceOf(bare, neededBytes),
      ...goalRatio(2.1, 1.8),
    },
    {
      ...row("/, bytes of the whole visit, without fonts", "B", home, ({ requests }) =>
        bytesOf(withoutFonts(requests)),
      ),
      ...referenceOf(bare, neededBytes),
      detail: sizesOf(withoutFonts(last?.requests ?? [])),
    },
    {
      ...row("/, requests until visible, without fonts", "count", home, (load) => neededFiles(load).length),
      ...referenceOf(miniMonth, (load) => neededFiles(load).length),
      ...goalAtMost(6, 4),
      detail: home
        .slice(-1)
        .flatMap(neededFiles)
        .map(({ path }) => path)
        .join(", "),
    },
    { ...row("/, calls of the API", "count", home, calls), ...referenceOf(miniMonth, () => 1), ...goalAtMost(1, 0) },
    { ...row("/, data as sent", "B", home, data), ...goalAtMost(4000, 2500) },
    row("/ again, calls of the API", "count", home, ({ repeated }) => repeated.filter(isCall).length),
    row("/ again, bytes", "B", home, ({ repeated }) => bytesOf(repeated)),
    { ...row("/, JavaScript heap", "MB", home, heap), ...referenceOf(bare, heap), ...goalRatio(2.5, 2) },
    { ...row("/login, visible", "ms", login, visible), ...referenceOf(bare, visible), ...goalRatio(1.5, 1.25) },
    { ...row("/login, blocking time", "ms", login, blocking), ...referenceOf(bare, blocking) },
    { ...row("/login, JavaScript", "B", login, neededScripts), ...referenceOf(bare, neededScripts), ...goalRatio(1.6) },
    { ...row("/ of 60 people beside 12, visible", "ms", largeHome, visible), ...referenceOf(home, visible) },
    { ...row("/ of 60 people beside 12, blocking", "ms", largeHome, blocking), ...referenceOf(home, blocking) },
    { ...row("/ of 60 people beside 12, data as sent", "B", largeHome, data), ...referenceOf(home, data) },
  ];
}

export function slowNetworkRows({ miniMonth, home }: Readonly<Record<"miniMonth" | "home", readonly Load[]>>): Row[] {
  return [
    {
      name: "/, its events visible, 150 ms and 1.6 Mbit/s",
      value: medianOf(home, visible),
      unit: "ms",
      reference: medianOf(miniMonth, visible),
      goal: { of: "ratio", reach: 1.5, aim: 1.2 },
    },
    {
      name: "/, rounds of requests until visible",
      value: medianOf(home, (load) => roundsOf(neededFiles(load))),
      unit: "count",
      reference: medianOf(miniMonth, (load) => roundsOf(neededFiles(load))),
      goal: { of: "value", reach: 2, aim: 2 },
    },
  ];
}
