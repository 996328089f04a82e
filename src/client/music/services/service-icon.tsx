import {
  AudioWaveform,
  BookOpen,
  Church,
  Drum,
  Guitar,
  HandHeart,
  KeyboardMusic,
  Languages,
  Lightbulb,
  ListMusic,
  Mic,
  MicVocal,
  Music,
  Music2,
  Music3,
  Music4,
  Piano,
  SlidersVertical,
  UnfoldHorizontal,
  UsersRound,
  Video,
  Wind,
} from "lucide-react";
import type { FC } from "react";
import createLucideIcon from "#client/ui/lucide-icon.ts";
import { type ServiceIcon as IconName, serviceIcon } from "#domain/people/service-icon.ts";

/** Our own icon, because lucide has none for brass instruments. */
const Trumpet = createLucideIcon({
  name: "trumpet",
  node: [
    ["path", { d: "M2 8v4M2 10h12c3 0 6-1.5 8-4v8c-2-2.5-5-4-8-4" }],
    ["path", { d: "M7.5 10a3.5 3.5 0 0 0 0 7h6a3.5 3.5 0 0 0 3.4-4.5" }],
    ["path", { d: "M8 6v4M11 6v11M14 6v4" }],
  ],
});

const DRAWINGS: Readonly<Record<IconName, FC<{ readonly className?: string }>>> = {
  accordion: UnfoldHorizontal,
  book: BookOpen,
  brass: Trumpet,
  choir: UsersRound,
  drum: Drum,
  guitar: Guitar,
  keyboard: KeyboardMusic,
  light: Lightbulb,
  list: ListMusic,
  microphone: Mic,
  music: Music,
  note: Music3,
  notes: Music2,
  organ: Church,
  piano: Piano,
  sliders: SlidersVertical,
  "stage-microphone": MicVocal,
  strings: Music4,
  translation: Languages,
  video: Video,
  waveform: AudioWaveform,
  welcome: HandHeart,
  woodwinds: Wind,
};

interface ServiceIconProps {
  /** The name of a service, or of a role. */
  readonly service: string;
  readonly className?: string | undefined;
}

/** The icon of a service (an instrument or a task in a team, such as `Piano`). */
export function ServiceIcon({ service, className = "" }: ServiceIconProps) {
  const Drawing = DRAWINGS[serviceIcon(service)];
  return <Drawing className={className} />;
}
