import {
  AudioWaveform,
  BookOpen,
  Drum,
  Guitar,
  KeyboardMusic,
  ListMusic,
  type LucideIcon,
  Mic,
  MicVocal,
  Music,
  Music2,
  Music3,
  Piano,
  SlidersVertical,
} from "lucide-react";
import { type ServiceIcon as IconName, serviceIcon } from "#domain/people/service-icon.ts";

const DRAWINGS: Readonly<Record<IconName, LucideIcon>> = {
  book: BookOpen,
  drum: Drum,
  guitar: Guitar,
  keyboard: KeyboardMusic,
  list: ListMusic,
  microphone: Mic,
  music: Music,
  note: Music3,
  notes: Music2,
  piano: Piano,
  sliders: SlidersVertical,
  "stage-microphone": MicVocal,
  waveform: AudioWaveform,
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
