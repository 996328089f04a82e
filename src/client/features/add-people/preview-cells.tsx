import { CircleAlert, CircleQuestionMark, Mail, UserRound, UserRoundPen, UsersRound } from "lucide-react";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { type PeopleLine } from "#domain/people/list/people-list.ts";
import { fullName } from "#domain/people/people.ts";
import { addPeopleText, answersBy, completionRemark, lineProblem, namesakeQuestion } from "#text/users/add-people.ts";

interface LineProps {
  readonly line: PeopleLine;
}

/** The word that is wrong. */
const WRONG = "font-semibold text-missing";

function problemType({ state }: PeopleLine): string | null {
  return state.status === "wrong" ? state.problem.type : null;
}

export function LineName({ line }: LineProps) {
  const isWrong = problemType(line)?.startsWith("name") === true;
  return <bdi className={`wrap-anywhere ${isWrong ? WRONG : "font-semibold"}`}>{fullName(line) || line.text}</bdi>;
}

export function LineEmail({ line }: LineProps) {
  if (line.email === "") return <span className="text-ink-2">{addPeopleText.noEmail}</span>;
  const isWrong = problemType(line)?.startsWith("email") === true;
  return <span className={`wrap-anywhere ${isWrong ? WRONG : ""}`}>{line.email}</span>;
}

export function LineServices({ line: { positions, state } }: LineProps) {
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

/** What will happen to a line; nothing while it has a problem. */
export function LineOutcome({ line: { state, email, completes, entrustedTo } }: LineProps) {
  if (state.status === "known") return <span>{addPeopleText.known}</span>;
  if (state.status !== "good") return null;
  if (entrustedTo !== null) {
    return (
      <span className="inline-flex items-center gap-2 align-middle wrap-anywhere text-ink-2">
        <UsersRound className="size-4 text-primary" />
        {answersBy(entrustedTo.name)}
      </span>
    );
  }
  if (completes !== null) {
    return (
      <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap text-ink-2">
        <UserRoundPen className="size-4 text-primary" />
        {addPeopleText.completed}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap text-ink-2">
      {email === "" ? <UserRound className="size-4" /> : <Mail className="size-4 text-primary" />}
      {email === "" ? addPeopleText.noAccount : addPeopleText.invitation}
    </span>
  );
}

interface LineRemarkProps extends LineProps {
  /** Whether the reader has said that it is another person than the namesake. */
  readonly isOther: boolean;
  readonly onAnswer: (line: string, isOther: boolean) => void;
}

export function hasRemark({ state, completes }: PeopleLine, isOther: boolean): boolean {
  const isQuestion = state.status === "namesake" || (state.status === "good" && (isOther || completes !== null));
  return state.status === "wrong" || isQuestion;
}

/** What is wrong with a line, or the question that it leaves. */
export function LineRemark({ line, isOther, onAnswer }: LineRemarkProps) {
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
      {/* Two people do not have one address. */}
      {email !== "" && completes?.email === email ? null : (
        <Checkbox
          label={addPeopleText.other}
          aria-description={fullName(line)}
          checked={isOther}
          onChange={({ target }) => onAnswer(text, target.checked)}
        />
      )}
    </div>
  );
}
