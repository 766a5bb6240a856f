// The map: a picture from the server, overlaid by spaces that can be clicked, hovered and reached by keyboard.

import { $, el, svgElement } from "./dom.js";

const NEAR = 1.25;
const LARGEST = 6;
const SMALL = 47; // pixels: smallest comfortable touch target
const ASIDE = 17; // how far the labels of two agents are from the middle of a space
const PAGE = 1600; // width of a page, in its units, at which line widths and font sizes apply unscaled

let layout = null;
let spaces = {}; // clickable elements, by name
let centres = {};
let zoom = 1;

export function setUp(found, ground, onClick, onLook) {
  lay(found, onClick, onLook);
  $("ground").src = ground;
  const overlay = $("overlay");
  overlay.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && onLook(""));
  const narrow = (fitting() / layout.frame[2]) * Math.min(...layout.spaces.map(narrowest));
  setZoom(narrow < SMALL ? Math.min(SMALL / narrow, 3) : 1);
  window.addEventListener("resize", () => setZoom(zoom));
  $("larger").addEventListener("click", () => setZoom(zoom * NEAR));
  $("smaller").addEventListener("click", () => setZoom(zoom / NEAR));
}

// Lays the spaces over the pictures, in place of those that were there.
export function lay(found, onClick, onLook) {
  layout = found;
  placePictures();
  const overlay = $("overlay");
  overlay.setAttribute("viewBox", layout.frame.join(" "));
  overlay.style.setProperty("--unit", layout.page[0] / PAGE);
  spaces = {};
  centres = {};
  overlay.replaceChildren();
  for (const { name, centre, outline } of layout.spaces) {
    const points = outline.map((corner) => corner.join(","));
    const space = svgElement("polygon", { points: points.join(" "), class: "space", "data-space": name });
    space.addEventListener("click", () => onClick(name));
    space.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && onLook(name));
    space.addEventListener("focus", () => onLook(name));
    space.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        onClick(name);
      }
    });
    spaces[name] = space;
    centres[name] = centre;
    overlay.append(space);
  }
  overlay.append(svgElement("g", { id: "labels" }));
}

// The smaller of a space's width and height.
function narrowest({ outline }) {
  const sizes = [0, 1].map((axis) => {
    const along = outline.map((corner) => corner[axis]);
    return Math.max(...along) - Math.min(...along);
  });
  return Math.min(...sizes);
}

// The pictures show the whole page, but only the frame of the map is visible.
function placePictures() {
  const [left, top, width, height] = layout.frame;
  const style = $("pictures").style;
  $("stage").style.setProperty("aspect-ratio", `${width} / ${height}`);
  $("board").style.setProperty("--shape", height / width);
  style.setProperty("width", `${(100 * layout.page[0]) / width}%`);
  style.setProperty("height", `${(100 * layout.page[1]) / height}%`);
  style.setProperty("left", `${(-100 * left) / width}%`);
  style.setProperty("top", `${(-100 * top) / height}%`);
}

// Width at which the whole map fits into its frame.
function fitting() {
  const { clientWidth, clientHeight } = $("frame");
  return Math.min(clientWidth, (clientHeight * layout.frame[2]) / layout.frame[3]);
}

export function setZoom(wanted) {
  const frame = $("frame");
  const middle = [(frame.scrollLeft + frame.clientWidth / 2) / zoom, (frame.scrollTop + frame.clientHeight / 2) / zoom];
  zoom = Math.min(Math.max(wanted, 1), LARGEST);
  $("stage").style.setProperty("width", `${fitting() * zoom}px`);
  frame.scrollTo(middle[0] * zoom - frame.clientWidth / 2, middle[1] * zoom - frame.clientHeight / 2);
}

export const scaleZoom = (factor) => setZoom(zoom * factor);

// words: for each clickable space, what a click does.
// news: spaces that enemy pieces have entered or left.
export function mark(words, news) {
  closeChooser();
  for (const [name, space] of Object.entries(spaces)) {
    const can = words[name];
    space.setAttribute("class", "space");
    space.classList.toggle("can", Boolean(can));
    space.classList.toggle("news", news.includes(name));
    if (can) {
      space.setAttribute("tabindex", "0");
      space.setAttribute("role", "button");
      space.setAttribute("aria-label", can.join("; "));
    } else {
      for (const attribute of ["tabindex", "role", "aria-label"]) space.removeAttribute(attribute);
    }
  }
  label([]);
}

// parts: for each of up to two agents, a short text for each space, such as a probability.
export function label(parts) {
  const labels = parts.flatMap((texts, k) =>
    Object.entries(texts).map(([name, text]) => {
      const aside = parts.length > 1 ? ASIDE * (2 * k - 1) : 0;
      const [x, y] = centres[name];
      const scale = layout.page[0] / PAGE;
      const place = `translate(${x} ${y}) scale(${scale}) translate(${aside} 0)`;
      const made = svgElement("g", { class: `label ${["first", "second"][k]}`, transform: place, "data-at": name });
      const words = svgElement("text", { "text-anchor": "middle", y: 5 });
      words.textContent = text;
      made.append(svgElement("circle", { r: 19 }), words);
      return made;
    }),
  );
  $("labels").replaceChildren(...labels);
}

export function show(path) {
  return new Promise((done) => {
    const next = new Image();
    next.onload = next.onerror = () => {
      $("counters").src = path;
      done();
    };
    next.src = path;
  });
}

// Scrolls the spaces of the choice into view if the map is larger than its frame.
export function scrollTo(names) {
  const frame = $("frame");
  if (zoom <= 1 || !names.length) return;
  const boxes = names.map((name) => spaces[name].getBoundingClientRect());
  const around = frame.getBoundingClientRect();
  const seen = boxes.some(
    (box) => box.left >= around.left && box.right <= around.right && box.top >= around.top && box.bottom <= around.bottom,
  );
  if (seen) return;
  frame.scrollBy({
    left: boxes[0].left - around.left - around.width / 2,
    top: boxes[0].top - around.top - around.height / 2,
    behavior: "smooth",
  });
}

// Opens a list at a space, inside the visible part of the map.
export function openChooser(name, entries) {
  const chooser = $("chooser");
  chooser.replaceChildren(
    ...entries.map(({ words, more, act }) =>
      el("button", { role: "menuitem", onclick: act }, el("b", {}, words), more ? el("small", {}, more) : null),
    ),
  );
  chooser.hidden = false;
  const frame = $("frame");
  const space = spaces[name].getBoundingClientRect();
  const around = $("stage").getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = chooser;
  const seen = frame.getBoundingClientRect();
  const fits = space.right + width < seen.right;
  const left = fits ? space.right : Math.max(space.left - width, seen.left);
  const top = Math.max(Math.min(space.top, seen.bottom - height - 8), seen.top + 8);
  chooser.style.setProperty("left", `${left - around.left}px`);
  chooser.style.setProperty("top", `${top - around.top}px`);
  chooser.firstChild.focus({ preventScroll: true });
}

export function closeChooser() {
  $("chooser").hidden = true;
}

// The element of a space, to be focused or marked.
export const spaceElement = (name) => spaces[name];

// The nearest space in a direction, given as a step to the right and a step down; null at the edge.
export function neighbour(name, across, down) {
  const [x, y] = centres[name];
  let best = null;
  let least = Infinity;
  for (const [other, [otherX, otherY]] of Object.entries(centres)) {
    const ahead = (otherX - x) * across + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
    const distance = ahead + 2 * aside;
    if (ahead > 0 && aside <= 2 * ahead && distance < least) [best, least] = [other, distance];
  }
  return best;
}
