"use strict";
/* Shows a recorded game.  The data come from `replay_page.py`: the distinct windows of all pictures, and for each view
   (everything, or what a side could see) the frames: [start, number removed, windows inserted]. */

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const ZOOMS = [1, 1.5, 2, 3, 4];
const LOG_STEPS = 200; // steps of the log shown before the current one

let data, view, step = 0, zoom = 0, timer = null;
let shown = []; // numbers of the visible windows
let reached = -1; // frame to which `shown` belongs
const nodes = new Map(); // number -> element, of the visible windows
const panels = new Map(); // part of the margin -> its element

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/* -- pictures ----------------------------------------------------------------------------------------------------- */

function element(text) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = text;
  const made = holder.firstElementChild;
  if (made.dataset.pieces !== undefined) {
    made.setAttribute("role", "button");
    made.setAttribute("tabindex", "0");
    const title = made.querySelector("title");
    made.setAttribute("aria-label", title.textContent);
    made.dataset.words = title.textContent;
    title.remove(); // shown in the panel without delay
  }
  return made;
}

function windowsAt(frame) {
  const { frames } = data.views[view];
  if (reached > frame) { reached = -1; shown = []; }
  while (reached < frame) {
    const [from, gone, come] = frames[++reached];
    shown.splice(from, gone, ...come);
  }
  return shown;
}

function node(number) {
  if (!nodes.has(number)) nodes.set(number, element(data.windows[number]));
  return nodes.get(number);
}

function draw() {
  const numbers = windowsAt(step);
  const here = new Set(numbers);
  for (const number of nodes.keys()) if (!here.has(number)) nodes.delete(number);
  const onMap = numbers.filter((number) => !data.parts[number]).map(node);
  update($("pieces"), onMap);
  follow(onMap);
  for (const number of numbers) {
    const part = data.parts[number];
    if (!part) continue;
    if (!panels.has(part)) {
      panels.set(part, $("parts").appendChild(document.createElement("div")));
      panels.get(part).className = `part ${part}`;
    }
    update(panels.get(part), [node(number)]);
  }
}

/* Scrolls the target of the last arrow into view if only part of the map is visible. */
function follow(onMap) {
  const arrow = onMap.findLast((one) => one.dataset.to);
  if (!arrow || !zoom) return;
  const there = onMap.find((one) => one.dataset.words && one.dataset.space === arrow.dataset.to) ?? arrow;
  const box = there.getBoundingClientRect(), frame = $("scroll").getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (x > frame.left && x < frame.right && y > frame.top && y < frame.bottom) return;
  $("scroll").scrollBy(x - frame.left - frame.width / 2, y - frame.top - frame.height / 2);
}

/* Keeps existing elements, so that the keyboard focus stays where it is. */
function update(place, wanted) {
  const keep = new Set(wanted);
  for (const old of [...place.children]) if (!keep.has(old)) old.remove();
  wanted.forEach((one, k) => { if (place.children[k] !== one) place.insertBefore(one, place.children[k] || null); });
}

/* -- words ---------------------------------------------------------------------------------------------------------- */

function line(text, of) {
  const item = document.createElement("li");
  item.textContent = text;
  item.dataset.step = of;
  item.classList.toggle("head", /^[-=]/.test(text));
  item.classList.toggle("now", of === step);
  return item;
}

function linesOf(from, to) {
  const { lines } = data.views[view];
  const items = [];
  for (let k = Math.max(from, 0); k <= to; k++) for (const text of lines[k]) items.push(line(text, k));
  return items;
}

function showStep() {
  $("caption").textContent = data.views[view].captions[step];
  $("log").replaceChildren(...linesOf(step - LOG_STEPS, step));
  $("log").scrollTop = $("log").scrollHeight;
  const [from, to] = chapterAt(step);
  $("chapter").replaceChildren(...(from < 0 ? [] : linesOf(from, Math.min(to, step))));
  const turn = data.steps.turn[step];
  $("slider").value = step;
  $("slider").setAttribute("aria-valuetext", `step ${step} of ${count() - 1}, turn ${turn}`);
  for (const mark of document.querySelectorAll(".curve .here")) {
    mark.setAttribute("x1", step);
    mark.setAttribute("x2", step);
  }
  for (const value of document.querySelectorAll(".curve output")) {
    value.textContent = data.figures[value.dataset.name][step];
  }
}

/* First and last step of the last chapter, which lasts until the node that began it comes up again. */
function chapterAt(now) {
  const { chapter, node: nodeOf } = data.steps;
  let from = now;
  while (from >= 0 && !chapter[from]) from--;
  if (from < 0) return [-1, -1];
  let to = from;
  while (to + 1 < count() && !chapter[to + 1] && nodeOf[to + 1] !== nodeOf[from]) to++;
  return [from, to];
}

/* Shows the stack in the upper corner that is further away. */
function showStack(target) {
  const stack = target.closest?.("[data-words]"), card = $("stack");
  card.hidden = !stack;
  if (!stack) return;
  const frame = $("frame").getBoundingClientRect(), box = stack.getBoundingClientRect();
  card.className = box.left + box.width / 2 < frame.left + frame.width / 2 ? "right" : "left";
  card.textContent = stack.dataset.words;
}

/* -- curves --------------------------------------------------------------------------------------------------------- */

function curve(name, values) {
  const figure = document.createElement("figure");
  figure.className = "curve";
  const top = Math.max(1, ...values), high = top - Math.min(0, ...values), last = values.length - 1;
  let d = `M0 ${top - values[0]}`;
  values.forEach((value, k) => { if (k && value !== values[k - 1]) d += `H${k}V${top - value}`; });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 ${-0.06 * high} ${Math.max(last, 1)} ${1.12 * high}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${name}: from ${values[0]} to ${values[last]}, at most ${Math.max(...values)}`);
  for (const k of turnStarts()) svg.append(upright(k, high, "turn"));
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `${d}H${last}`);
  svg.append(path, upright(0, high, "here"));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * last));
  });
  const caption = document.createElement("figcaption"), value = document.createElement("output");
  value.dataset.name = name;
  caption.append(name, value);
  figure.append(caption, svg);
  return figure;
}

function upright(x, high, name) {
  const mark = document.createElementNS(SVG, "line");
  const place = { x1: x, x2: x, y1: 0, y2: high, class: name };
  for (const key in place) mark.setAttribute(key, place[key]);
  return mark;
}

/* -- navigation ----------------------------------------------------------------------------------------------------- */

const count = () => data.steps.turn.length;
const turnStarts = () => [...Array(count()).keys()].filter((k) => k && data.steps.turn[k] !== data.steps.turn[k - 1]);
const chapters = () => [...Array(count()).keys()].filter((k) => data.steps.chapter[k]);

function go(to) {
  step = Math.min(Math.max(to, 0), count() - 1);
  draw();
  showStep();
  showStack(document.activeElement);
  if (step === count() - 1) pause();
}

const after = (places) => places.find((k) => k > step) ?? count() - 1;
const before = (places) => places.findLast((k) => k < step) ?? 0;

function face(name, sign) {
  $("play").setAttribute("aria-label", name);
  $("play").querySelector("path").setAttribute("d", sign);
}

function pause() {
  clearInterval(timer);
  timer = null;
  face("Play", "M4 2v12l9-6z");
}

function play() {
  if (timer) return pause();
  if (step === count() - 1) go(0);
  timer = setInterval(() => go(step + 1), Number($("speed").value));
  face("Pause", "M3 2h3.5v12H3zM9.5 2H13v12H9.5z");
}

function see(name) {
  view = $("view").value = name;
  reached = -1;
  shown = [];
  go(step);
}

function magnify(by) {
  zoom = Math.min(Math.max(zoom + by, 0), ZOOMS.length - 1);
  const frame = $("scroll");
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  const was = $("map").clientWidth;
  $("map").style.width = `${100 * ZOOMS[zoom]}%`;
  $("map").classList.toggle("whole", !zoom);
  const grown = $("map").clientWidth / was;
  frame.scrollTo(middle[0] * grown - frame.clientWidth / 2, middle[1] * grown - frame.clientHeight / 2);
}

const views = () => Object.keys(data.views);
const COMMANDS = {
  "first": () => go(0), "back": () => go(step - 1), "play": play, "next": () => go(step + 1), "last": () => go(count() - 1),
  "turn-back": () => go(before(turnStarts())), "turn-next": () => go(after(turnStarts())),
  "chapter-back": () => go(before(chapters())), "chapter-next": () => go(after(chapters())),
  "smaller": () => magnify(-1), "larger": () => magnify(1), "help-button": () => $("help").showModal(),
};
const KEYS = {
  "Home": "first", "ArrowLeft": "back", " ": "play", "ArrowRight": "next", "End": "last", "T": "turn-back",
  "t": "turn-next", "C": "chapter-back", "c": "chapter-next", "-": "smaller", "+": "larger", "=": "larger", "?": "help-button",
};

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || $("help").open) return;
  const on = event.target;
  if (on.matches("select") || (on.matches("button") && event.key === " ")) return;
  if (event.key === "Enter" && on.closest("[data-words]")) return showStack(on);
  if (event.key === "v") see(views()[(views().indexOf(view) + 1) % views().length]);
  else if (KEYS[event.key] && !$(KEYS[event.key]).closest("[hidden]")) COMMANDS[KEYS[event.key]]();
  else return;
  event.preventDefault();
}

function listen() {
  for (const id in COMMANDS) $(id).addEventListener("click", COMMANDS[id]);
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("view").addEventListener("change", () => see($("view").value));
  $("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  for (const kind of ["pointerover", "click", "focusin"]) {
    $("map").addEventListener(kind, (event) => showStack(event.target));
  }
  $("map").addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") showStack($("map")); });
  for (const id of ["log", "chapter"]) {
    $(id).addEventListener("click", (event) => { if (event.target.dataset.step) go(Number(event.target.dataset.step)); });
  }
  document.addEventListener("keydown", press);
}

/* -- set-up --------------------------------------------------------------------------------------------------------- */

function setUp() {
  const players = Object.entries(data.players).map(([side, name]) => `${side}: ${name}`);
  $("players").textContent = [...players, data.seed === null ? "" : `seed ${data.seed}`, data.ending].filter(Boolean).join(" · ");
  $("map").setAttribute("viewBox", data.frame.join(" "));
  $("map").classList.add("whole");
  $("board").innerHTML = data.board;
  $("printed").innerHTML = data.printed.join("");
  $("slider").max = count() - 1;
  if (!data.has_chapters) for (const part of document.querySelectorAll(".chapters")) part.hidden = true;
  for (const name of views()) $("view").append(new Option(name === "open" ? "everybody" : `the ${name}`, name));
  for (const name in data.figures) $("curves").append(curve(name, data.figures[name]));
  listen();
  $("viewer").hidden = false;
  see("open");
}

unpack($("data").textContent).then((found) => { data = found; setUp(); }).catch((error) => {
  $("trouble").hidden = false;
  $("trouble").textContent = `This page cannot be shown: it needs a browser of 2023 or later (${error}).`;
});
