// The cards beside the map: the choice, the odds, a stack, the log.

import { $, capital, el } from "./dom.js";

const FACES = ["\u2680", "\u2681", "\u2682", "\u2683", "\u2684", "\u2685"];
let lines = [];

const dieName = (node) => node.replace("_DIE", "").replaceAll("_", " ").toLowerCase();

export function showStatus(moment) {
  $("status").replaceChildren(
    ...moment.status.map(([label, value]) =>
      el("li", {}, el("span", { className: "label" }, label), " ", el("span", { className: "value" }, value)),
    ),
  );
}

export function showBeside(pairs) {
  $("beside").replaceChildren(...pairs.flatMap(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]));
}

export function showDice(dice) {
  $("dice").replaceChildren(
    ...dice.slice(-8).map(({ node, face }) =>
      el(
        "span",
        { className: "die", title: `${dieName(node)}: ${face}` },
        el("b", { "aria-hidden": "true" }, FACES[face - 1]),
        el("small", {}, `${dieName(node)} ${face}`),
      ),
    ),
  );
}

export function showOdds(preview) {
  $("odds").hidden = !preview;
  if (!preview) return;
  const faces = el("tr", {}, el("th", { scope: "row" }, "die"), ...[1, 2, 3, 4, 5, 6].map((n) => el("th", {}, `${n}`)));
  const rows = preview.outcomes.map(({ label, results }) =>
    el("tr", {}, el("th", { scope: "row" }, label), ...results.map((result) => el("td", { className: mood(result) }, result))),
  );
  $("odds").replaceChildren(
    el("h2", {}, preview.title),
    el("ul", { className: "terms" }, ...preview.terms.map((term) => el("li", {}, term))),
    el("table", {}, el("caption", {}, "Steps lost: attacker / defender"), faces, ...rows),
    ...preview.notes.map((note) => el("p", { className: "hint" }, note)),
  );
}

// Good for the attacker, bad, or neither: colours help, the numbers say it.
function mood(result) {
  if (result === "B") return "good";
  const [attacker, defender] = result.split("/").map(Number);
  return defender > attacker ? "good" : attacker > defender ? "bad" : "even";
}

export function pieceNotes(piece) {
  return [piece.kind, piece.strength, ...piece.notes].join(" \u00b7 ");
}

export function showStack(code, name, stack) {
  $("stack").hidden = !stack && !name;
  if ($("stack").hidden) return;
  const pieces = stack ? stack.pieces : [];
  const hidden = pieces.filter((piece) => !piece.known);
  const known = pieces.filter((piece) => piece.known);
  const told = known.map((piece) =>
    el("li", { className: piece.side }, el("b", {}, piece.name), " ", el("small", {}, pieceNotes(piece))),
  );
  if (hidden.length) {
    const counters = hidden.length === 1 ? "counter, face down" : "counters, face down";
    told.push(el("li", { className: hidden[0].side }, `${hidden.length} ${capital(hidden[0].side)} ${counters}`));
  }
  if (stack && stack.trench) told.push(el("li", {}, "a trench"));
  const list = told.length ? el("ul", {}, ...told) : el("p", { className: "hint" }, "Nobody stands here.");
  $("stack").replaceChildren(el("h2", {}, name || code), list);
}

export function showActions(actions, act, chances) {
  $("actions").replaceChildren(
    ...actions.map((action) => {
      const chance = chances && chances[action.action];
      const percent = chance === undefined || chance === null ? "" : `${Math.round(100 * chance)} %`;
      return el(
        "li",
        {},
        el("button", { onclick: () => act(action.action) }, action.words),
        percent ? el("small", { className: "chance" }, percent) : null,
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
  const told = lines.slice(-300).filter((line) => line);
  const list = $("log");
  list.replaceChildren(
    ...told.map((line) =>
      el("li", { className: line.startsWith("=") || line.startsWith("-") ? "head" : line.startsWith("  ") ? "sub" : "" },
        line.replace(/^[=\-\s]+|[=\-\s]+$/g, "")),
    ),
  );
  list.scrollTop = list.scrollHeight;
}
