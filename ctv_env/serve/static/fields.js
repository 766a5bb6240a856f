// Form controls for fields of the editor, by their kind; ``change`` is called with the new value.

import { capital, el } from "./dom.js";

const NONE = "\u2013";
const LONG = 18; // characters: a longer list stands below its name

// id: of the control, or of the first one; wrong: what the loader says about the value, "" if nothing.
export function control(field, value, id, wrong, change) {
  const made = (KINDS[field.kind] || text)(field, value, id, change);
  if (!wrong) return made;
  const about = `${id}-wrong`;
  for (const input of made.querySelectorAll("input, select")) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", about);
  }
  return el("div", {}, made, el("p", { className: "wrong-here", id: about }, wrong));
}

const KINDS = { choice, number, text, list, table, rows: table };

// What people call a value of a field.
export const called = (field, value) => field.shown?.[value] ?? value;

function row(field, input) {
  return el("label", { className: `row ${widthOf(input)}` }, el("span", {}, capital(field.label)), input);
}

const widthOf = (input) => (input.value.length > LONG ? "long" : "");

export function group(field, ...parts) {
  return el("fieldset", {}, el("legend", {}, capital(field.label)), ...parts);
}

function choice(field, value, id, change) {
  return row(field, select(id, field, value, change));
}

function select(id, field, value, change) {
  const { choices, optional } = field;
  const made = el("select", { id, onchange: () => change(made.value || null) });
  const other = value && !choices.includes(value) ? value : NONE;
  if (optional || !choices.includes(value)) made.append(el("option", { value: "" }, other));
  const words = (word) => called(field, word).replaceAll("_", " ");
  made.append(...choices.map((word) => el("option", { value: word, selected: word === value }, words(word))));
  return made;
}

function text(field, value, id, change) {
  const input = el("input", { id, value: value ?? "", maxLength: 200, onchange: () => change(input.value.trim() || null) });
  return row(field, input);
}

function number(field, value, id, change) {
  return row(field, numeric(field, value, id, (typed) => change(typed || null)));
}

function numeric({ low, high, step }, value, id, change) {
  const input = el("input", { type: "number", id, min: low, max: high, step, value: value ?? "" });
  input.addEventListener("change", () => change(input.value));
  return input;
}

function list(field, value, id, change) {
  const words = value || [];
  if (field.words.length) return chosenList(field, words, id, change);
  return row(field, typedList(words, id, change));
}

function typedList(words, id, change) {
  const split = (typed) => typed.split(",").map((word) => word.trim()).filter(Boolean);
  const input = el("input", { id, value: words.join(", "), onchange: () => change(split(input.value)) });
  return input;
}

function chosenList(field, words, id, change) {
  const chips = words.map((word) =>
    chip(el("span", { className: "word" }, word), remover(word, () => change(words.filter((other) => other !== word)))),
  );
  const others = field.words.filter((word) => !words.includes(word));
  return group(field, el("div", { className: "chips" }, ...chips), adder(field, id, others, (word) => change([...words, word])));
}

export function chip(...parts) {
  return el("span", { className: "chip" }, ...parts);
}

export function remover(word, act) {
  return el("button", { type: "button", title: `Remove ${word}`, "aria-label": `Remove ${word}`, onclick: act }, "\u00d7");
}

// A list of words to add; a word may be a pair of the word and what is shown.
export function adder(field, id, words, add) {
  const made = el("select", { id, "aria-label": `Add to ${field.label}`, onchange: () => made.value && add(made.value) });
  const shown = words.map((word) => (Array.isArray(word) ? word : [word, word.replaceAll("_", " ")]));
  made.append(el("option", { value: "" }, "Add\u2026"), ...shown.map(([word, label]) => el("option", { value: word }, label)));
  return made;
}

function table(field, value, id, change) {
  const pairs = Object.entries(value || {});
  const set = (key, one) => change({ ...value, [key]: one });
  const rows = pairs.map(([key, one], i) => {
    const words = `${field.label}, ${key}`;
    const input = item(field.item, one, i ? `${id}-${i}` : id, (typed) => set(key, typed));
    input.setAttribute("aria-label", words);
    const without = Object.fromEntries(pairs.filter(([other]) => other !== key));
    return el("div", { className: `pairs ${widthOf(input)}` }, el("span", {}, key), input, remover(words, () => change(without)));
  });
  const fresh = firstOf(field, pairs);
  const others = field.words.filter((word) => !(word in (value || {})));
  const add = field.words.length ? adder(field, `${id}-new`, others, (word) => set(word, fresh)) : namer(field, `${id}-new`, (word) => set(word, fresh));
  return group(field, ...rows, add);
}

// The value of a new entry: a number begins with its lowest, anything else is as in the last entry.
function firstOf({ item: form }, pairs) {
  if (form.kind === "choice") return form.choices[0];
  return form.kind === "number" ? String(form.low) : (pairs.at(-1)?.[1] ?? (form.kind === "list" ? [] : "1"));
}

// A field to type the name of a new entry.
function namer(field, id, add) {
  const key = el("input", { "aria-label": `New entry of ${field.label}`, placeholder: "new entry", id });
  const button = el("button", { type: "button", onclick: () => key.value.trim() && add(key.value.trim()) }, "Add");
  return el("div", { className: "pairs" }, key, button);
}

function item(form, value, id, change) {
  if (form.kind === "choice") return select(id, form, value, change);
  if (form.kind === "number") return numeric(form, value, id, change);
  if (form.kind === "list") return typedList(value, id, change);
  const input = el("input", { id, value, onchange: () => change(input.value.trim()) });
  return input;
}
