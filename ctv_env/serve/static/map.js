// The map: a picture from the server, and over it the hexes that can be clicked, hovered and reached by keyboard.

import { $, el, svgElement } from "./dom.js";

const NEAR = 1.25;
const LARGEST = 6;
const SMALL_HEX = 46; // pixels: what a finger hits

let layout = null;
let hexes = {};
let zoom = 1;

export function setUp(found, ground, onClick, onLook) {
  layout = found;
  placePictures();
  $("ground").src = ground;
  const overlay = $("overlay");
  overlay.setAttribute("viewBox", layout.frame.join(" "));
  const corners = [-90, -30, 30, 90, 150, 210].map((a) => (a * Math.PI) / 180);
  for (const [code, [x, y]] of Object.entries(layout.centres)) {
    const points = corners.map((a) => `${x + layout.radius * Math.cos(a)},${y + layout.radius * Math.sin(a)}`);
    const hex = svgElement("polygon", { points: points.join(" "), class: "hex", "data-hex": code });
    hex.addEventListener("click", () => onClick(code));
    hex.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && onLook(code));
    hex.addEventListener("focus", () => onLook(code));
    hex.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        onClick(code);
      }
    });
    hexes[code] = hex;
    overlay.append(hex);
  }
  overlay.append(svgElement("g", { id: "labels" }));
  overlay.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && onLook(""));
  const wide = (fitting() / layout.frame[2]) * layout.radius * 1.7;
  setZoom(wide < SMALL_HEX ? Math.min(SMALL_HEX / wide, 3) : 1);
  window.addEventListener("resize", () => setZoom(zoom));
  $("larger").addEventListener("click", () => setZoom(zoom * NEAR));
  $("smaller").addEventListener("click", () => setZoom(zoom / NEAR));
}

// The pictures are of the whole page; only the frame of the map is seen of them.
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

// words: for each hex that can be clicked, what that does.
// news: hexes where enemy counters have come or gone.
export function mark(words, news) {
  closeChooser();
  for (const [code, hex] of Object.entries(hexes)) {
    const can = words[code];
    hex.setAttribute("class", "hex");
    hex.classList.toggle("can", Boolean(can));
    hex.classList.toggle("news", news.includes(code));
    if (can) {
      hex.setAttribute("tabindex", "0");
      hex.setAttribute("role", "button");
      hex.setAttribute("aria-label", can.join("; "));
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) hex.removeAttribute(name);
    }
  }
  label({});
}

// texts: for each hex a short text, such as a probability.
export function label(texts) {
  const labels = Object.entries(texts).map(([code, text]) => {
    const [x, y] = layout.centres[code];
    const made = svgElement("g", { class: "label", transform: `translate(${x} ${y})` });
    const words = svgElement("text", { "text-anchor": "middle", y: 6 });
    words.textContent = text;
    made.append(svgElement("circle", { r: 19 }), words);
    return made;
  });
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

// Brings the hexes of the choice into sight, where the map is larger than its frame.
export function scrollTo(codes) {
  const frame = $("frame");
  if (zoom <= 1 || !codes.length) return;
  const boxes = codes.map((code) => hexes[code].getBoundingClientRect());
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

// A list at a hex, kept inside what is seen of the map.
export function openChooser(code, entries) {
  const chooser = $("chooser");
  chooser.replaceChildren(
    ...entries.map(({ words, more, act }) =>
      el("button", { role: "menuitem", onclick: act }, el("b", {}, words), more ? el("small", {}, more) : null),
    ),
  );
  chooser.hidden = false;
  const frame = $("frame");
  const hex = hexes[code].getBoundingClientRect();
  const around = $("stage").getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = chooser;
  const seen = frame.getBoundingClientRect();
  const fits = hex.right + width < seen.right;
  const left = fits ? hex.right : Math.max(hex.left - width, seen.left);
  const top = Math.max(Math.min(hex.top, seen.bottom - height - 8), seen.top + 8);
  chooser.style.setProperty("left", `${left - around.left}px`);
  chooser.style.setProperty("top", `${top - around.top}px`);
  chooser.firstChild.focus({ preventScroll: true });
}

export function closeChooser() {
  $("chooser").hidden = true;
}
