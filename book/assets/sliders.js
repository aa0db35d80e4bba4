// The track of a slider is filled up to its value (explore.css), and the longest slider of a figure
// plays. Without this script it is plain.
(() => {
  const sliders = ".explore input[type='range']";
  const fill = (slider) => slider.style.setProperty("--at", slider.value / (slider.max || 1));
  document.querySelectorAll(sliders).forEach(fill);
  document.addEventListener("input", (event) => {
    if (event.target.matches(sliders)) fill(event.target);
  });

  const LEAST = 4, ALL = 6000;  // steps worth playing; milliseconds from end to end

  function player(figure, slider) {
    const button = document.createElement("button"), readout = figure.querySelector("output");
    const name = `Play ${slider.closest("label").firstChild.textContent.trim()}`;
    let clock = 0;
    const stop = () => {
      clearInterval(clock);
      clock = 0;
      readout.setAttribute("aria-live", "polite");
      button.setAttribute("aria-pressed", "false");
    };
    const go = (value) => {
      slider.value = value;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const on = () => {
      if (figure.getAttribute("aria-busy") === "true") return;  // the reader's Python still draws
      if (!figure.isConnected || Number(slider.value) >= slider.max) stop();
      else go(Number(slider.value) + 1);
    };
    button.addEventListener("click", () => {
      if (clock) return stop();
      if (Number(slider.value) >= slider.max) go(0);
      readout.setAttribute("aria-live", "off");  // it would never end its sentence
      button.setAttribute("aria-pressed", "true");
      clock = setInterval(on, Math.min(600, Math.max(100, ALL / slider.max)));
    });
    slider.addEventListener("input", (event) => event.isTrusted && clock && stop());
    Object.assign(button, { type: "button", className: "play d-print-none", title: name });
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-pressed", "false");
    return button;
  }

  window.playable = (within) => {
    for (const figure of within.querySelectorAll(".explore:not(:has(.play))")) {
      const [longest] = [...figure.querySelectorAll("input[type='range']")].sort((a, b) => b.max - a.max);
      if (longest?.max >= LEAST) figure.querySelector(".explore-title").after(player(figure, longest));
    }
  };
  window.playable(document);
})();
