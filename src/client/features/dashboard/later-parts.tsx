// One file for what the dashboard shows after its first view: several would cost it more than they save.
export { AddressToConfirm } from "./address-to-confirm/address-to-confirm.tsx";
export { FamilyToAnswer } from "./family/family-to-answer.tsx";
export { FirstSteps } from "./first-steps/first-steps.tsx";
export { MonthActions, MonthAnswers } from "./month-answers/month-actions.tsx";
export { NothingUpcoming } from "./upcoming/nothing-upcoming.tsx";
