import type { PeopleLine } from "#domain/people/list/people-list.ts";
import { addPeopleText } from "#text/users/add-people.ts";
import { hasRemark, LineEmail, LineName, LineOutcome, LineRemark, LineServices } from "./preview-cells.tsx";

interface PreviewLinesProps {
  readonly lines: readonly PeopleLine[];
  readonly others: ReadonlySet<string>;
  readonly onAnswer: (line: string, isOther: boolean) => void;
}

function tintOf({ state }: PeopleLine): string {
  if (state.status === "wrong") return "bg-wrong-tint";
  return state.status === "known" ? "text-ink-2 [&_bdi]:font-normal" : "";
}

const HEAD = "px-2 py-2 font-semibold text-ink-2";

/** One row for each line, and a second one below for a problem or a question. */
export function PreviewTable({ lines, others, onAnswer }: PreviewLinesProps) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">{addPeopleText.preview}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} text-right`}>
            {addPeopleText.line}
          </th>
          <th scope="col" className={HEAD}>
            {addPeopleText.name}
          </th>
          <th scope="col" className={HEAD}>
            {addPeopleText.email}
          </th>
          <th scope="col" className={HEAD}>
            {addPeopleText.services}
          </th>
          <th scope="col" className={HEAD}>
            <span className="sr-only">{addPeopleText.outcome}</span>
          </th>
        </tr>
      </thead>
      {lines.map((line) => {
        const isOther = others.has(line.text);
        return (
          <tbody key={line.place} className={`border-t border-line ${tintOf(line)}`}>
            <tr className="[&>*]:h-11 [&>*]:px-2 [&>*]:py-1">
              <td className="text-right text-ink-2">{line.number}</td>
              <th scope="row" className="font-normal">
                <LineName line={line} />
              </th>
              <td>
                <LineEmail line={line} />
              </td>
              <td>
                <LineServices line={line} />
              </td>
              <td>
                <LineOutcome line={line} />
              </td>
            </tr>
            {hasRemark(line, isOther) ? (
              <tr>
                <td colSpan={5} className="pr-2 pb-2 pl-[58px]">
                  <LineRemark line={line} isOther={isOther} onAnswer={onAnswer} />
                </td>
              </tr>
            ) : null}
          </tbody>
        );
      })}
    </table>
  );
}

/** The same as a list, for narrow windows. */
export function PreviewList({ lines, others, onAnswer }: PreviewLinesProps) {
  return (
    <ul aria-label={addPeopleText.preview} className="-mx-5 text-small">
      {lines.map((line) => {
        const isOther = others.has(line.text);
        return (
          <li
            key={line.place}
            className={`grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-t border-line px-5 py-2.5 ${tintOf(line)}`}
          >
            <span className="text-right text-ink-2">{line.number}</span>
            <LineName line={line} />
            <LineOutcome line={line} />
            <div className="col-span-2 col-start-2 flex flex-col gap-1">
              <LineEmail line={line} />
              <LineServices line={line} />
              {hasRemark(line, isOther) ? <LineRemark line={line} isOther={isOther} onAnswer={onAnswer} /> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
