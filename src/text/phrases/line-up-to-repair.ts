/** The state of a kept line-up that somebody dropped out of; above all other states, for those who may repair it. */
export const LINE_UP_TO_REPAIR = "Formation à réparer";
