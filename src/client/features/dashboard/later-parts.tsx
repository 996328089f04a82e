// One file for what the dashboard shows after its first view: several would cost it more than they save.
export { FirstSteps } from "./first-steps/first-steps.tsx";
export { MonthActions, MonthAnswers } from "./month-answers/month-actions.tsx";
export { NothingUpcoming } from "./upcoming/nothing-upcoming.tsx";
