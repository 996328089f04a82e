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
  type LucideIcon,
  Megaphone,
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
import { type ServiceIcon as IconName, serviceIcon } from "#domain/people/service-icon.ts";

const DRAWINGS: Readonly<Record<IconName, LucideIcon>> = {
  accordion: UnfoldHorizontal,
  book: BookOpen,
  brass: Megaphone,
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
  /** A service, or a critical role (`Guitare` has the guitars' icon). */
  readonly service: string;
  readonly className?: string | undefined;
}

export function ServiceIcon({ service, className = "" }: ServiceIconProps) {
  const Drawing = DRAWINGS[serviceIcon(service)];
  return <Drawing className={className} />;
}
