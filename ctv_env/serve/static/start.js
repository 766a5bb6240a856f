// The start page.

import { get, post, recentGames } from "./api.js";
import { $, capital, el } from "./dom.js";

const PERSON = "person";
const selects = {};

async function begin() {
  const offer = await get("/api/offer");
  document.title = offer.title;
  $("title").textContent = offer.title;
  $("summary").textContent = offer.summary;
  for (const [name, title] of Object.entries(offer.scenarios)) {
    $("scenario").append(el("option", { value: name, selected: name === offer.scenario }, title));
  }
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
  showRecent();
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

function chosen() {
  const inputs = [...$("choices").querySelectorAll("input, select")];
  return Object.fromEntries(inputs.map((one) => [one.name, one.type === "checkbox" ? one.checked : one.value]));
}

function seats() {
  return Object.fromEntries(Object.entries(selects).map(([side, select]) => [side, select.value]));
}

function showPairing() {
  const persons = Object.values(seats()).filter((player) => player === PERSON).length;
  $("pairing").textContent = [
    "Two agents play, and you watch.",
    "",
    "Two people take turns at this screen; the page hides the map when they change.",
  ][persons];
}

function showRecent() {
  const games = recentGames();
  $("recent").hidden = !games.length;
  $("games").append(
    ...games.map((game) => el("li", {}, el("a", { href: `/play/${encodeURIComponent(game.name)}` }, game.words))),
  );
}

async function start(path, more) {
  try {
    const { name } = await post(path, { seats: seats(), awaits_dice: $("awaits").checked, ...more });
    location.href = `/play/${encodeURIComponent(name)}`;
  } catch (error) {
    $("problem").textContent = error.message;
  }
}

$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  start("/api/games", { scenario: $("scenario").value, options: chosen() });
});

$("file").addEventListener("change", async () => {
  try {
    start("/api/resume", { save: JSON.parse(await $("file").files[0].text()) });
  } catch {
    $("problem").textContent = "This file is not a saved game.";
  }
});

begin();
