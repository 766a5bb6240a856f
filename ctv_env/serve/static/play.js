// The game page: requests the next snapshot, shows it, and turns clicks into decisions.

import { get, post, rememberGame } from "./api.js";
import { $, capital, el } from "./dom.js";
import * as map from "./map.js";
import * as panel from "./panel.js";

const PATIENCE = 400; // milliseconds before the page shows that it is waiting
const RETRY = 2000;
const PLAY_EVERY = 700;
const ASKED = ["decide", "watch"]; // phases in which agents can be asked what they would do
const TURN = 400; // maximum number of decisions per request of a watcher

const name = decodeURIComponent(location.pathname.split("/").pop());
const api = `/api/games/${encodeURIComponent(name)}`;
let snapshot = { version: 0, seat: null };
let offer = { sides: [], agents: [], words: {} };
let labels = {}; // of the spaces, by name
let waiting = 0;
let again = ""; // a space clicked to choose another unit: clicked again once the current choice is undone
let playing = 0;
let advanced = 0; // version from which the last step of playing on was asked for: the answer may still be on its way

// -- snapshots -------------------------------------------------------------------------------------------------------

async function follow() {
  for (;;) {
    try {
      const query = `after=${snapshot.version}&log=${panel.knownLines()}&seat=${snapshot.seat || ""}`;
      const next = await get(`${api}/snapshot?${query}`);
      if (next.version !== snapshot.version) await show(next);
      $("says").classList.remove("lost");
    } catch (error) {
      if (error.status === 404) return say(error.message);
      say(error.status ? error.message : "The server does not answer; trying again\u2026");
      await new Promise((done) => setTimeout(done, RETRY));
    }
  }
}

async function show(next) {
  const otherSeat = next.seat !== snapshot.seat;
  clearTimeout(waiting);
  document.body.classList.remove("thinking");
  if (otherSeat) panel.forgetLines();
  if (otherSeat || next.phase === "curtain") lookAt(""); // what the card shows may be for the other side only
  snapshot = next;
  $("curtain").hidden = next.phase !== "curtain";
  if (next.phase === "curtain") return showCurtain();
  if (next.phase === "thinking") return think();
  say(next.problem || "");
  $("scenario").textContent = next.scenario;
  document.title = `${next.scenario}: ${next.advice.title}`;
  panel.showStatus(next);
  panel.showBeside(next.beside);
  panel.showChance(next.chance);
  panel.showPreview(next.preview);
  panel.showLog(next.log);
  panel.showActions(next.actions, act);
  $("listing").hidden = !next.actions.length;
  panel.showOpinions([]);
  $("opinions").hidden = !ASKED.includes(next.phase);
  showChoice();
  $("aim").textContent = next.aim;
  const clickable = {};
  for (const action of next.actions) if (action.space) (clickable[action.space] ||= []).push(action.words);
  await map.show(`${api}/map.svg?version=${next.version}`);
  map.mark(clickable, next.news.map((item) => item.space));
  map.scrollTo(next.marks.hand ? [next.marks.hand] : next.marks.target ? [next.marks.target] : Object.keys(clickable));
  if (again) {
    const space = again;
    again = "";
    clickSpace(space);
  }
  if (next.busy) think();
  remember();
  document.body.dataset.version = next.version;
}

function remember() {
  const sides = Object.entries(snapshot.seats).map(([side, player]) => `${capital(side)}: ${player}`);
  rememberGame({ name, words: `${snapshot.scenario} (${sides.join(", ")})` });
}

function showCurtain() {
  map.mark({}, []);
  $("counters").removeAttribute("src");
  $("curtain-title").textContent = `${capital(snapshot.seat)}, it is your turn`;
  document.body.dataset.phase = snapshot.phase;
  document.body.dataset.version = snapshot.version;
  $("lift").focus();
}

// -- the choice ------------------------------------------------------------------------------------------------------

function showChoice() {
  const { phase, advice, seat, mover, winner } = snapshot;
  const titles = { over: winner ? `The ${capital(winner)} wins` : "Nobody wins", watch: "You are watching" };
  titles.stuck = "The agent could not decide";
  $("who").textContent = seat ? `You play the ${capital(seat)}` : "You see everything";
  $("asks").textContent = titles[phase] || advice.title || capital(mover || "");
  $("meaning").textContent = phase === "over" ? endWords() : phase === "watch" ? "Two agents play; continue when you like." : advice.meaning;
  document.body.dataset.phase = phase;
  $("buttons").replaceChildren(...buttons());
}

function endWords() {
  const own = Object.entries(snapshot.seats).filter(([, player]) => player === "person").map(([side]) => side);
  const alone = own.length === 1 && snapshot.winner;
  const result = alone ? (own[0] === snapshot.winner ? "You have won. " : "You have lost. ") : "";
  return `${result}${offer.words.uncovered}`;
}

function buttons() {
  const { phase, actions, advice, idle, may_undo: mayUndo } = snapshot;
  const made = [];
  const button = (words, onclick, more = {}) => made.push(el("button", { onclick, ...more }, words));
  const done = actions.find((action) => action.action === idle);
  if (phase === "roll") button(offer.words.let_fall, roll, { id: "roll", className: "main" });
  if (done) button(advice.done || capital(done.words), () => act(done.action), { id: "done", className: "main", title: `${done.words} (d)` });
  for (const action of actions) {
    if (action !== done && !action.space) button(capital(action.words), () => act(action.action), { className: "piece" });
  }
  if (phase === "decide") {
    button("Undo", undo, { id: "undo", disabled: !mayUndo, title: mayUndo ? "Undo the last decision (u)" : "Nothing can be undone" });
  }
  if (ASKED.includes(phase)) button("What would an agent do?", ask, { id: "advise", title: "Show what the agents chosen below would do (a)" });
  if (phase === "watch") {
    button(playing ? "Pause" : "Play", togglePlay, { id: "play", className: "main" });
    button("One decision", () => advance(1));
    button("Many", () => advance(TURN));
  }
  if (phase === "stuck") button("Try again", () => advance(1), { className: "main" });
  if (phase === "over") {
    made.push(el("a", { href: `${api}/record`, download: "game.jsonl", className: "button" }, "Download the record"));
    made.push(el("a", { href: "/", className: "button main" }, "Another game"));
  }
  return made;
}

function say(words) {
  $("says").textContent = words;
}

function think(words = "The other side is thinking\u2026") {
  document.body.classList.add("thinking");
  $("asks").textContent = words;
  $("meaning").textContent = "";
  $("buttons").replaceChildren();
}

// -- actions -----------------------------------------------------------------------------------------------------------

async function send(what, data = {}) {
  map.closeChooser();
  const { version } = snapshot;
  clearTimeout(waiting);
  waiting = setTimeout(() => snapshot.version === version && think("One moment\u2026"), PATIENCE);
  try {
    await post(`${api}/${what}`, { version, ...data });
  } catch (error) {
    clearTimeout(waiting);
    again = "";
    if (snapshot.version === version) chooseAgain();
    say(error.message);
  }
}

// After a request that failed: the position is the same, but think() may have removed its buttons.
function chooseAgain() {
  if (snapshot.phase === "curtain" || snapshot.busy) return;
  document.body.classList.remove("thinking");
  showChoice();
}

const act = (action) => send("act", { action });
const roll = () => send("roll");
const undo = () => send("undo");
const advance = (decisions) => send("advance", { decisions });

// -- what agents would do ----------------------------------------------------------------------------------------------

async function ask() {
  const agents = [...new Set([$("agent").value, $("other").value].filter(Boolean))];
  say(`${capital(agents.join(" and "))} ${agents.length > 1 ? "are" : "is"} thinking\u2026`);
  try {
    const { version } = snapshot;
    const found = await Promise.all(agents.map((agent) => post(`${api}/advise`, { version, agent })));
    if (snapshot.version === version) showOpinions(found);
  } catch (error) {
    say(error.message);
  }
}

function showOpinions(found) {
  const mayAct = snapshot.phase === "decide";
  const [{ actions }] = found;
  const doIt = mayAct && el("button", { className: "small", onclick: () => act(actions[0].action) }, "Do that");
  $("says").replaceChildren(panel.opinionWords(found), ...(doIt && agree(found) ? [doIt] : []));
  $("opinions").open = true;
  panel.showOpinions(found, mayAct ? act : null);
  map.label(found.map(shares));
  panel.showActions(snapshot.actions, act, Object.fromEntries(actions.map(({ action, chance }) => [action, chance])));
  $("opinions").scrollIntoView({ block: "nearest" });
}

const agree = (found) => found.every(({ actions }) => actions[0].action === found[0].actions[0].action);

// The probability that an agent's choice is in a space, in words, for each space.
function shares({ actions }) {
  const sums = {};
  for (const { space, chance } of actions) if (space) sums[space] = (sums[space] || 0) + chance;
  const shown = Object.entries(sums).filter(([, chance]) => chance >= 0.01);
  return Object.fromEntries(shown.map(([space, chance]) => [space, chance > 0.995 ? "\u2605" : `${Math.round(100 * chance)}%`]));
}

async function clickSpace(space) {
  map.closeChooser();
  lookAt(space);
  if (snapshot.phase !== "decide" || document.body.classList.contains("thinking")) return;
  const here = snapshot.actions.filter((action) => action.space === space);
  if (here.length === 1) return act(here[0].action);
  if (here.length > 1) return choose(space, here);
  if (wantsOther(space)) {
    again = space;
    return undo();
  }
  try {
    const { reasons } = await post(`${api}/why`, { version: snapshot.version, space });
    say(reasons.slice(0, 4).join("  "));
  } catch (error) {
    say(error.message);
  }
}

// Whether a click on another space with own pieces should undo the choice of a piece and choose there.
function wantsOther(space) {
  const stack = snapshot.stacks[space];
  const side = offer.sides.indexOf(snapshot.seat);
  const own = stack && stack.pieces.some((piece) => piece.side === side);
  return own && snapshot.may_undo && snapshot.marks.hand && space !== snapshot.marks.hand;
}

function choose(space, actions) {
  const pieces = snapshot.stacks[space] ? snapshot.stacks[space].pieces : [];
  const entries = actions.map((action) => {
    const piece = pieces.find((one) => one.known && one.name === action.name);
    const words = capital(piece ? piece.name : action.words);
    return { words, more: piece ? panel.pieceNotes(piece) : "", act: () => act(action.action) };
  });
  map.openChooser(space, entries);
}

function lookAt(space) {
  if (!space) $("stack").hidden = true;
  else if (snapshot.stacks) panel.showStack(labels[space], snapshot.stacks[space], offer);
}

function togglePlay() {
  clearInterval(playing);
  advanced = 0;
  playing = playing ? 0 : setInterval(playOn, PLAY_EVERY);
  $("play").textContent = playing ? "Pause" : "Play";
}

function playOn() {
  if (snapshot.phase === "over") togglePlay();
  if (snapshot.phase !== "watch" || snapshot.version === advanced) return;
  advanced = snapshot.version;
  advance(1);
}

async function save() {
  try {
    const kept = await post(`${api}/save`, {});
    const file = new Blob([JSON.stringify(kept)], { type: "application/json" });
    const link = el("a", { href: URL.createObjectURL(file), download: "ctv-save.json" });
    link.click();
    URL.revokeObjectURL(link.href);
    say("Saved. The file refers to a copy on this server: open it on the start page.");
  } catch (error) {
    say(error.message);
  }
}

// -- wiring ----------------------------------------------------------------------------------------------------------

const KEYS = {
  d: () => $("done")?.click(),
  u: () => $("undo")?.click(),
  r: () => $("roll")?.click(),
  a: () => $("advise")?.click(),
  "+": () => map.scaleZoom(1.25),
  "-": () => map.scaleZoom(0.8),
  "?": () => $("help").showModal(),
  Escape: () => map.closeChooser(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("select") || event.ctrlKey || event.metaKey || event.altKey || $("help").open;
  if (!typing && KEYS[event.key]) KEYS[event.key]();
});
$("lift").addEventListener("click", () => send("seat"));
$("save").addEventListener("click", save);
$("ask").addEventListener("click", ask);
$("help-button").addEventListener("click", () => $("help").showModal());

async function begin() {
  try {
    const [found, plan] = await Promise.all([get("/api/offer"), get(`${api}/plan`)]);
    offer = found;
    $("agent").append(...offer.agents.map((agent) => el("option", { value: agent }, agent)));
    $("other").append(el("option", { value: "" }, "no other"), ...offer.agents.map((agent) => el("option", { value: agent }, agent)));
    $("help-game").append(...offer.help.map(([what, words]) => el("li", {}, el("b", {}, what), ` ${words}`)));
    labels = Object.fromEntries(plan.spaces.map(({ name, label }) => [name, label]));
    $("space-word").textContent = offer.words.space;
    $("spaces-word").textContent = offer.words.spaces;
    $("undo-words").textContent = offer.words.undo;
    $("overlay").setAttribute("aria-label", `${capital(offer.words.spaces)} that can be chosen`);
    map.setUp(plan, `${api}/ground.svg`, clickSpace, lookAt);
  } catch (error) {
    $("asks").textContent = "This game cannot be shown";
    return say(error.message);
  }
  follow();
}

begin();
