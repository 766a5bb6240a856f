// The draft that is edited: steps of edits that can be undone, kept in this browser, and shown by the server.

import { post } from "./api.js";

const KEPT = "ctv-draft";

export class Draft {
  // game: name of the game, base: the scenario that is changed.
  constructor(game, base) {
    this.base = base;
    this.key = `${KEPT}:${game}:${base}`;
    this.steps = [];
    this.undone = [];
    this.view = null;
    try {
      this.steps = JSON.parse(localStorage.getItem(this.key)) || [];
    } catch {
      // private windows may not store anything
    }
  }

  // The edits in order; of several for one field and space the last counts.
  get edits() {
    const last = new Map();
    for (const edit of this.steps.flat()) last.set(`${edit.field}\n${edit.space}`, edit);
    return [...last.values()];
  }

  get request() {
    return { base: this.base, edits: this.edits };
  }

  // Adds a step of edits; an Error says why the server refuses it, and then nothing has changed.
  async change(edits) {
    const before = [this.steps, this.undone];
    await this.show([...this.steps, edits], [], before);
  }

  async undo() {
    if (this.steps.length) {
      await this.show(this.steps.slice(0, -1), [...this.undone, this.steps.at(-1)], [this.steps, this.undone]);
    }
  }

  async redo() {
    if (this.undone.length) {
      await this.show([...this.steps, this.undone.at(-1)], this.undone.slice(0, -1), [this.steps, this.undone]);
    }
  }

  async discard() {
    await this.show([], [], [this.steps, this.undone]);
  }

  async show(steps, undone, before) {
    [this.steps, this.undone] = [steps, undone];
    try {
      this.view = await post("/api/editor/draft", this.request);
    } catch (error) {
      [this.steps, this.undone] = before;
      throw error;
    }
    try {
      localStorage.setItem(this.key, JSON.stringify(this.steps));
    } catch {
      // see above
    }
  }
}
