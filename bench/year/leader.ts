import { answerOf } from "../../src/domain/availability/availability.ts";
import { addDays } from "../../src/domain/calendar/calendar.ts";
import { momentOf } from "../../src/domain/calendar/time-zone.ts";
import { playState } from "../../src/domain/line-up/play-state.ts";
import { playVerdict } from "../../src/domain/line-up/play-verdict.ts";
import { askingGoal, isGoalReached, nextStep } from "../../src/domain/notifications/asking.ts";
import { afterQuietHours } from "../../src/domain/notifications/quiet-hours.ts";
import { ADMIN_IDS, TEAM } from "./model.ts";
import { awake, receive } from "./people.ts";
import { planDropOut, notifyEverybody } from "./notifications.ts";
import { availabilityOf, isComing, questionOf, type TeamEvent, type World } from "./world.ts";
import { DAY_MS, ZONE } from "./year-plan.ts";

/** The leader looks at an event this many days before, at noon. */
const LOOKS_BEFORE_DAYS = 4;
const READS_AFTER_MS = DAY_MS / 12;

/** Lets the leader look at events, act on drop-outs, and ask. */
export function startLeader(world: World): void {
  const [leaderId = ""] = ADMIN_IDS;
  for (const event of world.events) {
    const date = addDays(event.plan.details.date, -LOOKS_BEFORE_DAYS);
    const isForgotten = world.draw("leader looks", event.plan.id) >= world.model.leaderLooks;
    if (!isForgotten) world.agenda.add(momentOf({ date, time: "12:00" }, ZONE), () => act(world, event, leaderId));
  }
  world.onAnswer = (event, person, before) => {
    advance(world, event);
    planDropOut(world, event, person, before, (adminId) => react(world, event, adminId));
  };
}

/** Lets an admin who was notified of a drop-out act after reading the message. */
function react(world: World, event: TeamEvent, adminId: string): void {
  const isMissed = world.draw("leader reacts", adminId, event.plan.id, world.agenda.now()) >= world.model.leaderReacts;
  if (!isMissed) world.agenda.add(awake(world.agenda.now() + READS_AFTER_MS), () => act(world, event, adminId));
}

/** Lets an admin open an event that cannot be played, and ask: two presses, or one if nobody can be asked. */
function act(world: World, event: TeamEvent, adminId: string): void {
  if (world.policy === "nobody" || !isComing(world, event) || event.order) return;
  const verdict = playVerdict(questionOf(world, event));
  if (verdict.state === "complete" || verdict.state === "fragile") return;
  world.presses += 1;
  if (verdict.toAsk.length === 0) return;
  world.presses += 1;
  if (world.policy === "everybody") return notifyEverybody(world, "request", String(world.agenda.now()), [event]);
  const userIds = verdict.toAsk.map(({ person }) => person.id);
  event.order = { userIds, hours: world.model.hoursToAnswer, goal: askingGoal(verdict.state), adminId };
  advance(world, event);
}

/** Asks the next person when it is time, outside quiet hours. */
function advance(world: World, event: TeamEvent): void {
  const { order } = event;
  if (!order) return;
  if (!isComing(world, event)) {
    event.order = null;
    return;
  }
  const now = world.agenda.now();
  const isComplete = isGoalReached(order.goal, playState(questionOf(world, event)));
  const settled = new Set(TEAM.map(({ id }) => id).filter((id) => answerOf(availabilityOf(world, event), id) !== null));
  const step = nextStep({ ...order, asked: event.asked }, settled, isComplete, new Date(now));
  if (step.kind === "wait") return world.agenda.add(step.until.getTime(), () => advance(world, event));
  const person = TEAM.find(({ id }) => id === (step.kind === "ask" ? step.userId : order.adminId));
  const goesOut = afterQuietHours(now, ZONE);
  if (goesOut > now) return world.agenda.add(goesOut, () => advance(world, event));
  if (step.kind === "done") event.order = null;
  else event.asked = [...event.asked, { userId: step.userId, at: new Date(now) }];
  const kind = step.kind === "done" ? "outcome" : "request";
  if (person) receive(world, person, { kind, key: String(now), events: step.kind === "ask" ? [event] : [] });
  advance(world, event);
}
