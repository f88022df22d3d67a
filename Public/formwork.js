// Makes at once what the server does without this script: clearing, stepping, closing a notice. And it stops
// what the server couldn't see, or couldn't take.

{
  const announcer = document.createElement("p");
  announcer.className = "visually-hidden";
  announcer.setAttribute("role", "status");
  document.body.append(announcer);

  // The server says what is wrong in words of its own; the browser's are for pages without this script.
  for (const form of document.forms) form.noValidate = true;

  // Undo knows what is typed alone, so this is typed, in the field, whose focus goes back. A finger doesn't undo,
  // and the focus would open its keyboard.
  function setValue(input, value, isTouched = false) {
    const focused = document.activeElement;
    if (input.type !== "date" && !isTouched) {
      input.focus({ preventScroll: true });
      input.select();
      const command = value === "" ? "delete" : "insertText";
      if (input.value !== value) document.execCommand(command, false, value);
      if (focused !== document.body) focused.focus({ preventScroll: true });
    }
    if (input.value === value && !input.validity.badInput) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function clear(button, isTouched) {
    const input = button.parentElement.querySelector("input, textarea");
    setValue(input, "", isTouched);
    input.focus();
  }

  // A decimal as a whole number of units of 10^-scale. What has more digits than the server takes is none here.
  function decimal(text) {
    const parts = /^(-?)(\d*)(?:[.,](\d+))?$/.exec(text);
    if (parts === null || !/\d/.test(text)) return null;
    const [, sign, whole, fraction = ""] = parts;
    if (whole.length + fraction.length > 18) return null;
    return { units: BigInt(sign + whole + fraction), scale: fraction.length };
  }

  function written(units, scale) {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
    const whole = digits.slice(0, digits.length - scale);
    const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
    return (units < 0n ? "-" : "") + whole + (fraction === "" ? "" : `.${fraction}`);
  }

  // The field's number and rule in units that all have in common; null where the text is no number that is known here.
  function counted(input) {
    const { min, max, step } = input.parentElement.querySelector(".step").dataset;
    const text = input.value.trim();
    const all = [text, min, max, step].map(decimal);
    if (all.includes(null)) return null;
    // Such as 1.500, which is one thousand and more for some.
    if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text) && Math.max(all[1].scale, all[3].scale) < 3) return null;
    const scale = Math.max(...all.map((number) => number.scale));
    const [value, least, most, length] = all.map((number) => number.units * 10n ** BigInt(scale - number.scale));
    return { value, least, last: least + (most - least) / length * length, length, scale };
  }

  // The text that so many steps lead to, as Stepper.perform has it; null where that is left to the server.
  function stepped(input, count) {
    const { min } = input.parentElement.querySelector(".step").dataset;
    if (input.value.trim() === "") return count > 0 ? min : "";
    const number = counted(input);
    if (number === null) return null;
    const { value, least, last, length, scale } = number;
    const rest = ((value - least) % length + length) % length;
    const nearest = count < 0 && rest !== 0n ? value - rest + length : value - rest;
    const next = nearest + BigInt(count) * length;
    return written(next < least ? least : next > last ? last : next, scale);
  }

  // True when the step could be taken here.
  function step(input, count, isTouched = false) {
    const text = stepped(input, count);
    if (text !== null && text !== input.value) setValue(input, text, isTouched);
    return text !== null;
  }

  function showBounds(input) {
    const number = counted(input);
    const atBound = {
      minus: number !== null && number.value <= number.least,
      plus: number !== null && number.value >= number.last,
    };
    for (const side of ["minus", "plus"]) {
      const button = input.parentElement.querySelector(`.step.${side}`);
      if (atBound[side]) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  // A style sheet sees no value without a placeholder; a date of which a part is missing has none.
  function showClear(input) {
    const button = input.parentElement.querySelector(".clear");
    if (button !== null) button.hidden = input.value === "" && !input.validity.badInput;
  }

  // A date of which a part is missing would be sent as if nothing had been typed; a file that is too large would
  // end on another page.
  function mustNotBeSent(input) {
    if (input.type === "date") return input.validity.badInput;
    return Array.from(input.files).some((file) => file.size > Number(input.dataset.most));
  }

  const judged = ".field input:is([type=date], [type=file][data-most])";

  // Shows in the server's words and place that a field can't be sent, or takes back what was wrong with it.
  function showFault(input, isFaulty) {
    const field = input.closest(".field");
    const words = field.querySelector(".under > template");
    const described = (input.getAttribute("aria-describedby") ?? "").split(" ")
      .filter((id) => id !== "" && id !== `${input.id}-error`);
    field.querySelector(".under > .error")?.remove();
    if (isFaulty && words !== null) {
      const error = words.content.firstElementChild.cloneNode(true);
      error.id = `${input.id}-error`;
      words.before(error);
      described.unshift(error.id);
      announcer.textContent = error.textContent;
    }
    field.classList.toggle("invalid", isFaulty);
    if (isFaulty) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (described.length === 0) input.removeAttribute("aria-describedby");
    else input.setAttribute("aria-describedby", described.join(" "));
    input.toggleAttribute("data-faulty", isFaulty);
  }

  // What depends on a value, and isn't kept with it when the browser brings a page back.
  function refresh(input) {
    if (input.matches(".stepper input")) showBounds(input);
    if (input.matches("[type=date], .stepper input")) showClear(input);
    if (!input.matches(judged)) return;
    const isFaulty = mustNotBeSent(input);
    if (isFaulty ? input.type === "file" : input.matches("[data-faulty]")) showFault(input, isFaulty);
  }

  const keys = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

  document.addEventListener("click", (event) => {
    const target = event.target.closest(".clear, .step, .hud-close");
    if (target === null) return;
    const isTouched = event.pointerType === "touch";
    if (target.matches(".clear")) {
      event.preventDefault();
      clear(target, isTouched);
    } else if (target.matches(".step")) {
      const input = target.parentElement.querySelector("input");
      if (!step(input, target.matches(".plus") ? 1 : -1, isTouched)) return;
      event.preventDefault();
      announcer.textContent = input.value;
    } else {
      event.preventDefault();
      target.closest(".hud").remove();
      document.getElementById("main").focus({ preventScroll: true });
    }
  });

  // Keys that an input method is composing with are its own.
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!event.target.matches(".stepper input") || !Object.hasOwn(keys, event.key)) return;
    if (step(event.target, keys[event.key])) event.preventDefault();
  });

  for (const type of ["input", "change", "compositionend"]) {
    document.addEventListener(type, (event) => {
      if (!event.isComposing && event.target.matches("input")) refresh(event.target);
    });
  }

  addEventListener("pageshow", () => {
    for (const input of document.querySelectorAll("input")) refresh(input);
  });

  document.addEventListener("submit", (event) => {
    const faulty = Array.from(event.target.elements).filter((input) => input.matches(judged) && mustNotBeSent(input));
    if (faulty.length === 0) return;
    event.preventDefault();
    for (const input of faulty) showFault(input, true);
    faulty[0].focus();
  });

  addEventListener("load", () => {
    if (document.activeElement === document.body) document.getElementById("error-summary")?.focus();
  });
}
