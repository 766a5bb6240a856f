// The start page.

import { get, post, recentGames } from "./api.js";
import { $, el } from "./dom.js";
import { offerSeats, options, seats } from "./seating.js";

async function begin() {
  const offer = await get("/api/offer");
  document.title = offer.title;
  $("title").textContent = offer.title;
  $("summary").textContent = offer.summary;
  for (const [name, title] of Object.entries(offer.scenarios)) {
    $("scenario").append(el("option", { value: name, selected: name === offer.scenario }, title));
  }
  offerSeats(offer);
  showRecent();
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
    const { name } = await post(path, { ...seats(), ...more });
    location.href = `/play/${encodeURIComponent(name)}`;
  } catch (error) {
    $("problem").textContent = error.message;
  }
}

$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  start("/api/games", { scenario: $("scenario").value, options: options() });
});

$("file").addEventListener("change", async () => {
  try {
    start("/api/resume", { save: JSON.parse(await $("file").files[0].text()) });
  } catch {
    $("problem").textContent = "This file is not a saved game.";
  }
});

begin();
