// The cards beside the map: the choice, its preview, a stack, the log.

import { $, capital, el } from "./dom.js";

const FACES = ["\u2680", "\u2681", "\u2682", "\u2683", "\u2684", "\u2685"];
const LISTED = 5; // actions of an agent
let lines = [];

export function showStatus(snapshot) {
  $("status").replaceChildren(
    ...snapshot.status.map(([label, value]) =>
      el("li", {}, el("span", { className: "label" }, label), " ", el("span", { className: "value" }, value)),
    ),
  );
}

export function showBeside(pairs) {
  $("beside").replaceChildren(...pairs.flatMap(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]));
}

export function showChance(outcomes) {
  $("chance").replaceChildren(
    ...outcomes.slice(-8).map(({ what, result, pips }) =>
      el(
        "span",
        { className: "outcome", title: `${what}: ${result}` },
        pips.length ? el("b", { "aria-hidden": "true" }, pips.map((face) => FACES[face - 1]).join("")) : null,
        el("small", {}, `${what} ${result}`),
      ),
    ),
  );
}

export function showPreview(preview) {
  $("preview").hidden = !preview;
  if (!preview) return;
  $("preview").replaceChildren(
    el("h2", {}, preview.title),
    el("ul", { className: "terms" }, ...preview.terms.map((term) => el("li", {}, term))),
    preview.chart ? chart(preview.chart) : "",
    ...preview.notes.map((note) => el("p", { className: "hint" }, note)),
  );
}

function chart({ caption, corner, heads, rows }) {
  const head = el("tr", {}, el("th", { scope: "row" }, corner), ...heads.map((words) => el("th", {}, words)));
  const body = rows.map(({ label, cells }) =>
    el("tr", {}, el("th", { scope: "row" }, label), ...cells.map(({ text, mood }) => el("td", { className: mood }, text))),
  );
  return el("table", {}, el("caption", {}, caption), head, ...body);
}

export function pieceNotes(piece) {
  return [piece.kind, piece.strength, ...piece.notes].filter(Boolean).join(" \u00b7 ");
}

const sideClass = (side) => (side === null ? "" : `side-${side}`);

// offer: the sides' names and the game's words.
export function showStack(name, stack, offer) {
  const { words } = offer;
  const pieces = stack ? stack.pieces : [];
  const known = pieces.filter((piece) => piece.known);
  const items = known.map((piece) =>
    el("li", { className: sideClass(piece.side) }, el("b", {}, piece.name), " ", el("small", {}, pieceNotes(piece))),
  );
  for (const side of [0, 1, null]) {
    const n = pieces.filter((piece) => !piece.known && piece.side === side).length;
    const owner = side === null ? "" : `${capital(offer.sides[side])} `;
    if (n) items.push(el("li", { className: sideClass(side) }, `${n} ${owner}${n === 1 ? words.hidden : words.several_hidden}`));
  }
  items.push(...(stack ? stack.notes : []).map((note) => el("li", {}, note)));
  const list = items.length ? el("ul", {}, ...items) : el("p", { className: "hint" }, words.empty);
  $("stack").replaceChildren(el("h2", {}, name), list);
  $("stack").hidden = false;
}

export const percent = (chance) => (chance > 0 && chance < 0.005 ? "<1\u00a0%" : `${Math.round(100 * chance)}\u00a0%`);

// What each agent would do, in a sentence.
export function opinionWords(found) {
  const words = found.map(({ agent, actions }) => {
    const [best, ...others] = actions;
    const likely = others.some(({ chance }) => chance > 0) ? `most likely (${percent(best.chance)}) ` : "";
    return `${capital(agent)} would ${likely}play: ${best.words}. `;
  });
  return words.join("");
}

// Shows the first actions of each agent beside each other; act: what a click does, null for nothing.
export function showOpinions(found, act) {
  $("found").replaceChildren(...found.map((opinion, k) => opinionList(opinion, ["first", "second"][k], act)));
}

function opinionList({ agent, actions, unit, value }, place, act) {
  const sure = value === null ? null : el("p", { className: "hint" }, `expects to win with ${percent(value)}`);
  const items = actions.slice(0, LISTED).map(({ action, words, chance, score }) => {
    const facts = [chance > 0 || score === null ? percent(chance) : "", score === null ? "" : `${Math.round(score)}\u00a0${unit.replaceAll(" ", "\u00a0")}`];
    const notes = el("small", {}, facts.filter(Boolean).join(" \u00b7 "));
    const bar = el("span", { className: "bar", "aria-hidden": "true" });
    bar.style.setProperty("width", `${Math.round(100 * chance)}%`);
    return el("li", {}, act ? el("button", { onclick: () => act(action) }, words) : words, " ", notes, bar);
  });
  return el("section", { className: place, "aria-label": agent }, el("h3", {}, agent), sure, el("ol", {}, ...items));
}

export function showActions(actions, act, chances) {
  $("actions").replaceChildren(
    ...actions.map((action) => {
      const chance = chances && chances[action.action];
      return el(
        "li",
        {},
        el("button", { onclick: () => act(action.action) }, action.words),
        chance ? el("small", { className: "chance" }, percent(chance)) : null,
      );
    }),
  );
}

export function knownLines() {
  return lines.length;
}

export function forgetLines() {
  lines = [];
}

export function showLog(log) {
  if (log.from > lines.length) lines = new Array(log.from).fill("");
  lines = [...lines.slice(0, log.from), ...log.lines];
  const visible = lines.slice(-300).filter((line) => line);
  const list = $("log");
  list.replaceChildren(
    ...visible.map((line) =>
      el("li", { className: line.startsWith("=") || line.startsWith("-") ? "head" : line.startsWith("  ") ? "sub" : "" },
        line.replace(/^[=\-\s]+|[=\-\s]+$/g, "")),
    ),
  );
  list.scrollTop = list.scrollHeight;
}
