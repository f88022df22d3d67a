// Makes at once what the server does without this script: clearing, stepping, closing a notice.

{
  const announcer = document.createElement("p");
  announcer.className = "visually-hidden";
  announcer.setAttribute("role", "status");
  document.body.append(announcer);

  function setValue(input, value) {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function clear(button) {
    const input = button.parentElement.querySelector("input, textarea");
    setValue(input, "");
    input.focus();
  }

  // A number input that is not in the page does the arithmetic: exact decimals, steps counted from the minimum, bounds.
  function counter(input) {
    const { step, min, max } = input.parentElement.querySelector(".step").dataset;
    const number = document.createElement("input");
    number.type = "number";
    Object.assign(number, { step: step ?? "1", min: min ?? "", max: max ?? "" });
    number.value = input.value.trim();
    return number;
  }

  // True when the value could be changed here; text that is no number is left to the server to explain.
  function change(input, edit) {
    const number = counter(input);
    if (input.value.trim() !== "" && number.value === "") return false;
    edit(number);
    if (number.value !== input.value) setValue(input, number.value);
    return true;
  }

  function showBounds(input) {
    const number = counter(input);
    if (number.value === "") return;
    const atBound = {
      minus: number.min !== "" && number.valueAsNumber <= Number(number.min),
      plus: number.max !== "" && number.valueAsNumber >= Number(number.max),
    };
    for (const side of ["minus", "plus"]) {
      const button = input.parentElement.querySelector(`.step.${side}`);
      if (atBound[side]) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  // A style sheet can't see whether a date is chosen; one of which a part is missing has no value.
  function showClear(input) {
    const button = input.parentElement.querySelector(".clear");
    if (button !== null) button.hidden = input.value === "" && !input.validity.badInput;
  }

  const moves = {
    ArrowUp: (number) => number.stepUp(),
    ArrowDown: (number) => number.stepDown(),
    PageUp: (number) => number.stepUp(10),
    PageDown: (number) => number.stepDown(10),
    Home: (number) => { number.value = number.min; },
    End: (number) => { number.value = number.max; },
  };

  document.addEventListener("click", (event) => {
    const target = event.target.closest(".clear, .step, .hud-close");
    if (target === null) return;
    if (target.matches(".clear")) {
      event.preventDefault();
      clear(target);
    } else if (target.matches(".step")) {
      const input = target.parentElement.querySelector("input");
      const move = target.matches(".plus") ? moves.ArrowUp : moves.ArrowDown;
      if (!change(input, move)) return;
      event.preventDefault();
      announcer.textContent = input.value;
    } else {
      event.preventDefault();
      target.closest(".hud").remove();
      document.getElementById("main").focus({ preventScroll: true });
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!event.target.matches(".stepper input") || !Object.hasOwn(moves, event.key)) return;
    const bound = { Home: "min", End: "max" }[event.key];
    if (bound !== undefined && counter(event.target)[bound] === "") return;
    if (change(event.target, moves[event.key])) event.preventDefault();
  });

  document.addEventListener("input", (event) => {
    if (event.target.matches(".stepper input")) showBounds(event.target);
    if (event.target.matches("[type=date]")) showClear(event.target);
  });

  // A date of which a part is missing would be sent as if nothing had been typed.
  document.addEventListener("submit", (event) => {
    const unfinished = Array.from(document.querySelectorAll("[type=date]"))
      .find((input) => input.form === event.target && input.validity.badInput);
    if (unfinished === undefined) return;
    event.preventDefault();
    unfinished.reportValidity();
  });

  addEventListener("load", () => {
    if (document.activeElement === document.body) document.getElementById("error-summary")?.focus();
  });
}
