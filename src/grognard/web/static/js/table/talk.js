// @ts-check
// Talk at the table, kept in the menu.
import { once } from "../action_queue.js";
import { h, fill } from "../dom.js";
import { toast } from "../marks.js";

/** @param {import("./model.js").Model} model */
export function talk(model) {
  const lines = h("div.talk", { role: "log", "aria-label": "Talk" }),
    input = h("input", { type: "text", maxlength: 500, placeholder: "Say something", "aria-label": "Say something" });
  let last = -1;
  const show = (/** @type {any[]} */ said) => {
    fill(
      lines,
      said.map((one) => h("p", null, h("b", null, model.side(one.seat ?? one.by)), " ", one.text)),
    );
    lines.scrollTop = lines.scrollHeight;
  };
  const say = once(async () => {
    if (!input.value.trim()) return;
    try {
      show(await model.seat.say(input.value.trim()));
      input.value = "";
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
  const box = h("form", { onsubmit: say }, h("h2", null, "Talk"), lines, input);
  return {
    box,
    /** @param {number | undefined} number of the last thing said */
    news(number) {
      if (number === undefined || number === last) return;
      const first = last < 0;
      last = number;
      if (!number) return;
      model.seat.chat().then(
        (/** @type {any[]} */ said) => {
          show(said);
          const one = said[said.length - 1];
          if (!first && one && (one.seat ?? one.by) !== model.table.seat)
            toast(h("b", null, model.side(one.seat ?? one.by)), " ", one.text);
        },
        () => {},
      );
    },
  };
}
