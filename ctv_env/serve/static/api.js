// Requests to the server; a refusal becomes an Error with the server's message.

async function answer(response) {
  const data = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  if (!response.ok) {
    const refused = new Error(data.error || `the server answered ${response.status}`);
    refused.status = response.status;
    throw refused;
  }
  return data;
}

export const get = async (path) => answer(await fetch(path));

export const post = async (path, data) =>
  answer(
    await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) }),
  );

const KEPT = "ctv-games";
const MOST = 12;

// The games of this browser, latest first; none if the browser stores nothing.
export function recentGames() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || [];
  } catch {
    return [];
  }
}

export function rememberGame(game) {
  try {
    const others = recentGames().filter((other) => other.name !== game.name);
    localStorage.setItem(KEPT, JSON.stringify([game, ...others].slice(0, MOST)));
  } catch {
    // private windows may not store anything
  }
}
