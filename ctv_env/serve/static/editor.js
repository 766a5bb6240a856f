// The editor: a map whose places are chosen, cards with their fields, and the loader's verdict.

import { get, post } from "./api.js";
import { $, capital, el } from "./dom.js";
import { Draft } from "./draft.js";
import { called, control } from "./fields.js";
import * as map from "./map.js";
import { minus, pieces, plus, wordsOf } from "./pieces.js";
import { offerSeats, options, seats } from "./seating.js";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const REFUSED = [400, 422]; // statuses of an answer to edits that are malformed or impossible; others may pass
let offer = null;
let draft = null;
let chosen = ""; // the space whose fields are shown
let hand = null; // the piece being moved: its field, space and name
let laid = ""; // the layout on the map, as text
let waiting = Promise.resolve();

const valueOf = (name, space) => draft.view.values[space]?.[name];
const labelOf = (space) => draft.view.plan.spaces.find((one) => one.name === space).label;
const say = (words) => ($("says").textContent = words);

// -- changes ---------------------------------------------------------------------------------------------------------

// Does something to the draft after what is being done, and shows the result.
function then(act) {
  waiting = waiting.then(async () => {
    document.body.dataset.busy = "true";
    try {
      await act();
      say("");
    } catch (error) {
      say(error.message);
    }
    render();
    document.body.dataset.busy = "";
    document.body.dataset.version = String(Number(document.body.dataset.version || 0) + 1);
  });
}

const change = (edits) => then(() => draft.change(edits));

const set = (field, space, value) => change([{ field: field.name, space, value }]);

// The space that holds a piece; undefined if it is in none.
function placed(field, word) {
  return Object.keys(draft.view.values).find((space) => wordsOf(valueOf(field.name, space)).includes(word));
}

function move({ field, space, word }, target) {
  const edits = [];
  if (space === target) return;
  if (space) edits.push({ field: field.name, space, value: minus(field, valueOf(field.name, space), word) });
  edits.push({ field: field.name, space: target, value: plus(field, valueOf(field.name, target), word) });
  change(edits);
}

function take(field, word, dragged = false) {
  const again = hand && hand.word === word && hand.field.name === field.name && !dragged;
  hold(again ? null : { field, space: chosen, word });
  if (!dragged) renderFields();
}

function hold(what) {
  hand = what;
  document.body.classList.toggle("holding", Boolean(hand));
  say(hand ? `Where should ${hand.word.replaceAll("_", " ")} go? Choose one of the ${offer.words.spaces} on the map or in the list; Esc cancels.` : "");
}

// -- choosing a space ------------------------------------------------------------------------------------------------

function choose(space) {
  if (!space) return;
  const held = hand;
  hold(null);
  chosen = space;
  if (held && held.space !== space) move(held, space);
  mark();
  map.scrollTo([space]);
  renderFields();
}

function mark() {
  const words = Object.fromEntries(draft.view.plan.spaces.map(({ name, label }) => [name, [describe(name, label)]]));
  map.mark(words, []);
  for (const { name } of draft.view.plan.spaces) {
    const space = map.spaceElement(name);
    space.setAttribute("tabindex", name === (chosen || draft.view.plan.spaces[0].name) ? "0" : "-1");
    space.classList.toggle("picked", name === chosen);
  }
  $("goto").value = chosen;
}

// A space in words, for those who do not see the map.
function describe(name, label) {
  const values = draft.view.fields.map((field) => [field.label, called(field, valueOf(field.name, name))]);
  const words = (value) => (typeof value === "string" ? value : Object.entries(value).map(([key, one]) => (Array.isArray(value) ? one : `${one} ${key}`)).join(", "));
  return [label, ...values.filter(([, value]) => value?.length || Object.keys(value || {}).length).map(([what, value]) => `${what} ${words(value)}`)].join("; ");
}

function step(event) {
  const at = event.target.dataset.space;
  if (!ARROWS[event.key] || !at) return;
  event.preventDefault();
  const next = map.neighbour(at, ...ARROWS[event.key]);
  if (!next) return;
  map.spaceElement(at).setAttribute("tabindex", "-1");
  map.spaceElement(next).setAttribute("tabindex", "0");
  map.spaceElement(next).focus();
}

// -- showing ---------------------------------------------------------------------------------------------------------

function render() {
  const { view } = draft;
  if (!view) return;
  if (JSON.stringify(view.plan) !== laid) {
    laid = JSON.stringify(view.plan);
    map.lay(view.plan, choose, () => {});
    listSpaces();
  }
  if (view.picture) $("ground").src = `data:image/svg+xml,${encodeURIComponent(view.picture)}`;
  mark();
  keepingFocus(() => {
    renderFields();
    renderSections();
  });
  renderVerdict();
  $("undo").disabled = !draft.steps.length;
  $("redo").disabled = !draft.undone.length;
}

function keepingFocus(act) {
  const { id } = document.activeElement;
  act();
  if (id && document.activeElement === document.body) $(id)?.focus();
}

function listSpaces() {
  const entries = draft.view.plan.spaces.map(({ name, label }) => el("option", { value: name }, label));
  $("goto").replaceChildren(el("option", { value: "" }, "\u2013"), ...entries);
}

const wrongAt = (name, space) => {
  const { problem } = draft.view;
  return problem && problem.field === name && problem.space === space ? problem.message : "";
};

function renderFields() {
  $("space-title").textContent = chosen ? labelOf(chosen) : `No ${offer.words.space} chosen`;
  const shown = chosen ? draft.view.fields.map((field) => fieldOf(field)).filter(Boolean) : [];
  const hint = chosen ? [] : [el("p", { className: "hint" }, `Click one of the ${offer.words.spaces}, or go to it by the list.`)];
  $("fields").replaceChildren(...shown, ...hint);
}

function fieldOf(field) {
  const value = valueOf(field.name, chosen);
  const id = `field-${field.name}`;
  const lacks = value === undefined && (!field.optional || (field.needs && valueOf(field.needs, chosen) === undefined));
  if (lacks) return null;
  const wrong = wrongAt(field.name, chosen);
  if (!field.placed) return control(field, value, id, wrong, (next) => set(field, chosen, next));
  const held = hand && hand.field.name === field.name && hand.space === chosen ? hand.word : null;
  const seen = { placed: (word) => placed(field, word), held, label: labelOf };
  const made = pieces(field, value, id, seen, {
    take: (word, dragged) => take(field, word, dragged),
    put: (word) => move({ field, space: field.kind === "list" ? placed(field, word) : undefined, word }, chosen),
    remove: (word) => set(field, chosen, minus(field, value, word)),
  });
  return wrong ? el("div", {}, made, el("p", { className: "wrong-here" }, wrong)) : made;
}

function renderSections() {
  const open = new Set([...document.querySelectorAll("#sections details[open]")].map((one) => one.dataset.title));
  const first = !$("sections").childElementCount;
  $("sections").replaceChildren(
    ...draft.view.sections.filter(({ fields }) => fields.length).map(({ title, hint, fields }, i) => {
      const rows = fields.map((field) =>
        control(field, field.value, `field-${field.name}`, wrongAt(field.name, ""), (next) => set(field, "", next)),
      );
      const made = el("details", { className: "card", open: open.has(title) || (first && i === 0) }, el("summary", {}, title), hint ? el("p", { className: "hint" }, hint) : "", ...rows);
      made.dataset.title = title;
      return made;
    }),
  );
}

function renderVerdict() {
  const { problem } = draft.view;
  $("verdict").classList.toggle("wrong", Boolean(problem));
  document.body.dataset.problem = problem ? problem.message : "";
  if (!problem) {
    const changes = draft.steps.length;
    const words = changes ? `It can be played. ${changes} ${changes === 1 ? "change" : "changes"} so far.` : "It can be played. You have changed nothing yet.";
    return $("verdict").replaceChildren(el("p", {}, words));
  }
  const place = [problem.space && labelOf(problem.space), problem.label].filter(Boolean).join(", ");
  const parts = [el("p", {}, el("b", {}, "It cannot be played yet. "), problem.message)];
  if (place) parts.push(el("button", { type: "button", onclick: () => goTo(problem) }, `Go to ${place}`));
  $("verdict").replaceChildren(...parts, el("p", { className: "hint" }, "The map shows the last state that could be played."));
}

function goTo({ field, space }) {
  if (space) choose(space);
  const target = $(`field-${field}`);
  target?.closest("details")?.setAttribute("open", "");
  (target || $("goto")).focus();
}

// -- playing and saving ----------------------------------------------------------------------------------------------

async function play(event) {
  event.preventDefault();
  try {
    const { name } = await post("/api/editor/play", { ...draft.request, name: fileName(), options: options(), ...seats() });
    location.href = `/play/${encodeURIComponent(name)}`;
  } catch (error) {
    showSaved(el("p", { className: "problem" }, error.message));
    $("saved").scrollIntoView({ block: "nearest" });
  }
}

const fileName = () => $("name").value.trim();

const showSaved = (...parts) => $("saved").replaceChildren(...parts);

async function save(replace = false) {
  const name = fileName();
  const { steps } = draft;
  try {
    const { folder, commands } = await post("/api/editor/save", { ...draft.request, name, replace });
    const lines = commands.map((line) => el("code", {}, line));
    showSaved(el("p", {}, `Saved in ${folder}. On the command line:`), ...lines);
    if (draft.base === `saved/${name}`) then(() => draft.steps === steps && draft.discard()); // they are in the base now
  } catch (error) {
    const again = el("button", { type: "button", onclick: () => save(true) }, "Replace it");
    showSaved(el("p", { className: "problem" }, error.message), error.status === 409 ? again : "");
  }
}

async function download() {
  try {
    const asked = { ...draft.request, name: fileName() };
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/editor/download", { method: "POST", headers, body: JSON.stringify(asked) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: `${fileName()}.zip` });
    link.click();
    URL.revokeObjectURL(link.href);
    showSaved(el("p", {}, "Downloaded. Unpack it: every command takes the folder in it as --data-dir."));
  } catch (error) {
    showSaved(el("p", { className: "problem" }, error.message));
  }
}

// -- wiring ----------------------------------------------------------------------------------------------------------

const KEYS = {
  u: () => then(() => draft.undo()),
  y: () => then(() => draft.redo()),
  m: () => map.spaceElement(chosen || draft.view.plan.spaces[0].name).focus(),
  f: () => $("fields").querySelector("button, select, input")?.focus(),
  "+": () => map.scaleZoom(1.25),
  "-": () => map.scaleZoom(0.8),
  "?": () => $("help").showModal(),
  Escape: () => {
    hold(null);
    renderFields();
  },
};

function wire() {
  document.addEventListener("keydown", (event) => {
    const typing = event.ctrlKey || event.metaKey || event.altKey || $("help").open;
    const inField = event.target.matches("input, select, textarea") && event.key !== "Escape";
    if (!typing && !inField && KEYS[event.key]) KEYS[event.key]();
  });
  const overlay = $("overlay");
  overlay.addEventListener("keydown", step);
  overlay.addEventListener("dragover", (event) => event.target.dataset.space && event.preventDefault());
  overlay.addEventListener("drop", (event) => {
    event.preventDefault();
    choose(event.target.dataset.space);
  });
  document.addEventListener("dragend", () => hold(null));
  $("goto").addEventListener("change", () => choose($("goto").value));
  $("undo").addEventListener("click", KEYS.u);
  $("redo").addEventListener("click", KEYS.y);
  $("help-button").addEventListener("click", KEYS["?"]);
  $("play").addEventListener("submit", play);
  $("save").addEventListener("click", () => save());
  $("download").addEventListener("click", download);
  $("restart").addEventListener("click", () => then(() => draft.discard()));
  $("base").addEventListener("change", () => (location.search = `?base=${encodeURIComponent($("base").value)}`));
}

async function begin() {
  const found = await get("/api/editor");
  offer = await get("/api/offer");
  document.title = `Editor: ${offer.title}`;
  if (!found.is_open) {
    $("closed").textContent = `${offer.title} has no data files that could be edited.`;
    $("closed").hidden = false;
    document.querySelector("main").hidden = $("bases").hidden = document.querySelector("nav").hidden = true;
    return;
  }
  const asked = new URLSearchParams(location.search).get("base");
  const base = asked in found.bases ? asked : offer.scenario in found.bases ? offer.scenario : Object.keys(found.bases)[0];
  for (const [name, title] of Object.entries(found.bases)) {
    const words = name.includes("/") ? `${title} (${name})` : title;
    $("base").append(el("option", { value: name, selected: name === base }, words));
  }
  if (base.includes("/")) $("name").value = base.split("/").at(-1);
  $("goto-words").textContent = capital(offer.words.space);
  $("overlay").setAttribute("aria-label", capital(offer.words.spaces));
  $("save").hidden = !found.can_save;
  offerSeats(offer);
  draft = new Draft(offer.title, base);
  await open();
  map.setUp(draft.view.plan, "", choose, () => {});
  laid = JSON.stringify(draft.view.plan);
  listSpaces();
  wire();
  render();
  document.body.dataset.version = "1";
}

// Shows the changes kept in this browser, or none if the server refuses them: then they fit no longer.
async function open() {
  try {
    await draft.show(draft.steps, [], [[], []]);
  } catch (error) {
    if (!REFUSED.includes(error.status)) throw new Error(`${error.message}. Your changes are kept: reload the page to go on.`);
    await draft.discard();
    say(`Your earlier changes do not fit any longer: ${error.message}`);
  }
}

begin().catch((error) => say(error.message));
