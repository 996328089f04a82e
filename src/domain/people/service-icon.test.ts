import { describe, expect, test } from "vitest";
import { serviceIcon } from "./service-icon.ts";

describe("the drawing of a service", () => {
  test.each([
    ["DM", "list"],
    ["Guitare acoustique", "guitar"],
    ["Guitare électrique", "guitar"],
    ["Guitare", "guitar"],
    ["Bass", "waveform"],
    ["Piano", "piano"],
    ["Clavier", "keyboard"],
    ["Batterie", "drum"],
    ["Percussions", "drum"],
    ["Violon", "notes"],
    ["Saxophone", "note"],
    ["Saxophone alto", "note"],
    ["Saxophone ténor", "note"],
    ["Voix", "microphone"],
    ["Lead", "stage-microphone"],
    ["Sono", "sliders"],
    ["Pasteur", "book"],
    ["Trompette basse", "brass"],
    ["Cor", "brass"],
    ["Cor anglais", "woodwinds"],
    ["Flûte", "woodwinds"],
    ["Basson", "woodwinds"],
    ["Contrebasse", "strings"],
    ["Chœur", "choir"],
    ["CHORALE", "choir"],
    ["Orgue", "organ"],
    ["Accordéon", "accordion"],
    ["Vidéo", "video"],
    ["Lumière", "light"],
    ["Traduction", "translation"],
    ["Accueil", "welcome"],
    ["Décor", "music"],
    ["Triangle", "music"],
    ["", "music"],
  ])("of « %s » is %s", (name, icon) => {
    expect(serviceIcon(name)).toBe(icon);
  });
});
