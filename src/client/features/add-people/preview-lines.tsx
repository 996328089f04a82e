import {
  CircleAlert,
  CircleQuestionMark,
  type LucideIcon,
  Mail,
  UserRound,
  UserRoundPen,
  UsersRound,
} from "lucide-react";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import type { PeopleLine } from "#domain/people/list/people-list.ts";
import { fullName } from "#domain/people/people.ts";
import { addPeopleText, answersBy, completionRemark, lineProblem, namesakeQuestion } from "#text/users/add-people.ts";

interface LineProps {
  readonly line: PeopleLine;
}

const WRONG = "font-semibold text-missing";

function problemType({ state }: PeopleLine): string | null {
  return state.status === "wrong" ? state.problem.type : null;
}

function LineName({ line }: LineProps) {
  const isWrong = problemType(line)?.startsWith("name") === true;
  return <bdi className={`wrap-anywhere ${isWrong ? WRONG : "font-semibold"}`}>{fullName(line) || line.text}</bdi>;
}

function LineEmail({ line }: LineProps) {
  if (line.email === "") return <span className="text-ink-2">{addPeopleText.noEmail}</span>;
  const isWrong = problemType(line)?.startsWith("email") === true;
  return <span className={`wrap-anywhere ${isWrong ? WRONG : ""}`}>{line.email}</span>;
}

function LineServices({ line: { positions, state } }: LineProps) {
  const unknown = state.status === "wrong" && state.problem.type === "service_unknown" ? state.problem.name : null;
  if (positions.length === 0 && unknown === null) return <span className="text-ink-2">{addPeopleText.noService}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {positions.map((service) => (
        <span key={service} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <ServiceIcon service={service} className="size-4 text-ink-2" />
          {service}
        </span>
      ))}
      {unknown === null ? null : <span className={`wrap-anywhere ${WRONG}`}>{unknown}</span>}
    </span>
  );
}

/** The icon and the words for what happens when this line is added. */
function outcomeOf({ email, completes, entrustedTo }: PeopleLine): readonly [LucideIcon, string] {
  if (entrustedTo !== null) return [UsersRound, answersBy(entrustedTo.name)];
  if (completes !== null) return [UserRoundPen, addPeopleText.completed];
  return email === "" ? [UserRound, addPeopleText.noAccount] : [Mail, addPeopleText.invitation];
}

/** What happens when this line is added. Renders nothing while the line has a problem. */
function LineOutcome({ line }: LineProps) {
  if (line.state.status === "known") return <span>{addPeopleText.known}</span>;
  if (line.state.status !== "good") return null;
  const [Icon, words] = outcomeOf(line);
  // A guardian's name may be long.
  const breaking = line.entrustedTo === null ? "whitespace-nowrap" : "wrap-anywhere";
  return (
    <span className={`inline-flex items-center gap-2 align-middle ${breaking} text-ink-2`}>
      <Icon className={`size-4 ${Icon === UserRound ? "" : "text-primary"}`} />
      {words}
    </span>
  );
}

interface LineRemarkProps extends LineProps {
  /** Whether the user has decided that the line's person is not the namesake. */
  readonly isOther: boolean;
  readonly onDecide: (line: string, isOther: boolean) => void;
}

/** A question stays after the user has decided, so that they can change the decision. */
function hasRemark({ state, completes }: PeopleLine, isOther: boolean): boolean {
  if (state.status === "good") return isOther || completes !== null;
  return state.status === "wrong" || state.status === "namesake";
}

/** The problem of a line, or the question whether its person is already in the team. */
function LineRemark({ line, isOther, onDecide }: LineRemarkProps) {
  const { number, text, email, state, completes } = line;
  if (state.status === "wrong") {
    return (
      <p className="flex gap-2 font-semibold wrap-anywhere text-missing">
        <CircleAlert className="mt-0.5 size-4" />
        <span className="min-w-0">{lineProblem(number, state.problem)}</span>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="flex gap-2 font-semibold wrap-anywhere">
        <CircleQuestionMark className="mt-0.5 size-4 text-ink-2" />
        <span className="min-w-0">
          {completes === null
            ? namesakeQuestion(number, fullName(line))
            : completionRemark(number, fullName(completes))}
        </span>
      </p>
      {/* If the addresses are equal, it is the same person: there is nothing to decide. */}
      {email !== "" && completes?.email === email ? null : (
        <Checkbox
          label={addPeopleText.other}
          aria-description={fullName(line)}
          checked={isOther}
          onChange={({ target }) => onDecide(text, target.checked)}
        />
      )}
    </div>
  );
}

export interface PreviewLinesProps {
  readonly lines: readonly PeopleLine[];
  /** The texts of the lines for which the user decided: this is another person than the namesake in the team. */
  readonly notNamesakes: ReadonlySet<string>;
  readonly onDecide: (line: string, isOther: boolean) => void;
}

function tintOf({ state }: PeopleLine): string {
  if (state.status === "wrong") return "bg-wrong-tint";
  return state.status === "known" ? "text-ink-2 [&_bdi]:font-normal" : "";
}

const TITLES = [addPeopleText.line, addPeopleText.name, addPeopleText.email, addPeopleText.services] as const;
const HEAD = "px-2 py-2 font-semibold text-ink-2";

/** For wide windows: a table row for each line, and a second row for its problem or question. */
export function PreviewTable({ lines, notNamesakes, onDecide }: PreviewLinesProps) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">{addPeopleText.preview}</caption>
      <thead>
        <tr>
          {TITLES.map((title) => (
            <th key={title} scope="col" className={`${HEAD} first:text-right`}>
              {title}
            </th>
          ))}
          <th scope="col" className={HEAD}>
            <span className="sr-only">{addPeopleText.outcome}</span>
          </th>
        </tr>
      </thead>
      {lines.map((line) => {
        const isOther = notNamesakes.has(line.text);
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
                  <LineRemark line={line} isOther={isOther} onDecide={onDecide} />
                </td>
              </tr>
            ) : null}
          </tbody>
        );
      })}
    </table>
  );
}

/** For narrow windows: the same content as `PreviewTable`, as a list. */
export function PreviewList({ lines, notNamesakes, onDecide }: PreviewLinesProps) {
  return (
    <ul aria-label={addPeopleText.preview} className="-mx-5 text-small">
      {lines.map((line) => {
        const isOther = notNamesakes.has(line.text);
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
              {hasRemark(line, isOther) ? <LineRemark line={line} isOther={isOther} onDecide={onDecide} /> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
