// Who plays and with which options: the fields that the start page and the editor share.

import { $, capital, el } from "./dom.js";

const PERSON = "person";
const selects = {};

export function offerSeats(offer) {
  for (const side of offer.sides) {
    selects[side] = el("select", { onchange: showPairing });
    for (const player of [PERSON, ...offer.agents]) {
      const words = player === PERSON ? "you, at this screen" : `the agent ${player}`;
      selects[side].append(el("option", { value: player, selected: player === offer.seats[side] }, words));
    }
    $("seats").append(
      el("label", { className: "row" }, el("span", {}, capital(side)), selects[side]),
      el("p", { className: "hint" }, offer.aims[side]),
    );
  }
  $("awaits-words").textContent = offer.words.awaits;
  $("awaits-row").hidden = !offer.words.awaits;
  $("choices").append(...offer.options.map(choice));
  showPairing();
}

// Returns a checkbox for a switch, a list for any other option.
function choice({ name, words, values, value }) {
  if (typeof value === "boolean") {
    const box = el("input", { type: "checkbox", name, checked: value });
    return el("label", { className: "check" }, box, el("span", {}, words));
  }
  const entries = values.map((one) => el("option", { value: one, selected: one === value }, one));
  return el("label", { className: "row" }, el("span", {}, words), el("select", { name }, ...entries));
}

export function options() {
  const inputs = [...$("choices").querySelectorAll("input, select")];
  return Object.fromEntries(inputs.map((one) => [one.name, one.type === "checkbox" ? one.checked : one.value]));
}

export function seats() {
  const chosen = Object.entries(selects).map(([side, select]) => [side, select.value]);
  return { seats: Object.fromEntries(chosen), awaits_dice: $("awaits").checked };
}

function showPairing() {
  const persons = Object.values(selects).filter((select) => select.value === PERSON).length;
  $("pairing").textContent = [
    "Two agents play, and you watch.",
    "",
    "Two people take turns at this screen; the page hides the map when they change.",
  ][persons];
}
