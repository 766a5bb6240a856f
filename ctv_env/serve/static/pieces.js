// Pieces of the editor: a field whose words are in one space each, or a number of each kind in every space.

import { el } from "./dom.js";
import { adder, chip, group, remover } from "./fields.js";

const isCount = (field) => field.kind === "table";

export const wordsOf = (value) => (Array.isArray(value) ? value : Object.keys(value || {}));

// The value with one more piece of that name, or one less.
export function plus(field, value, word) {
  if (!isCount(field)) return [...(value || []), word];
  return { ...value, [word]: String(Number(value?.[word] || 0) + 1) };
}

export function minus(field, value, word) {
  if (!isCount(field)) return value.filter((other) => other !== word);
  const left = Number(value[word]) - 1;
  const { [word]: _, ...others } = value;
  return left > 0 ? { ...value, [word]: String(left) } : others;
}

// placed: (word) -> the space that the piece is in, undefined if it is in none; held: the word in hand.
export function pieces(field, value, id, { placed, held, label }, { take, put, remove }) {
  const chips = wordsOf(value).map((word, i) => {
    const words = isCount(field) ? `${value[word]} ${word.replaceAll("_", " ")}` : word;
    const pressed = { "aria-pressed": String(held === word), title: `Move ${words}`, draggable: true };
    const button = el("button", { type: "button", id: `${id}-${i}`, ...pressed, onclick: () => take(word) }, words);
    button.addEventListener("dragstart", (event) => {
      event.dataTransfer.setData("text/plain", word);
      take(word, true);
    });
    const made = chip(button, remover(words, () => remove(word)));
    made.classList.toggle("held", held === word);
    return made;
  });
  const others = isCount(field) ? field.words : field.words.filter((word) => !wordsOf(value).includes(word));
  const free = (word) => isCount(field) || placed(word) === undefined;
  const shown = (word) => [word, free(word) ? word.replaceAll("_", " ") : `${word} (from ${label(placed(word))})`];
  const sorted = [...others.filter(free), ...others.filter((word) => !free(word))];
  return group(field, el("div", { className: "chips" }, ...chips), adder(field, id, sorted.map(shown), put));
}
