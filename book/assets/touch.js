// A figure that its reader can take in hand gets a button (touch/hand.js does the rest, when it is
// pressed). Where no module can be loaded, without a script or from a file, the sliders are all.
(() => {
  if (location.protocol === "file:") return;
  const hand = new URL("touch/hand.js", document.currentScript.src);

  window.touchable = (within) => {
    for (const figure of within.querySelectorAll(".explore[data-touch]:not(:has(.by-hand))")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "by-hand d-print-none";
      button.textContent = "Try it by hand";
      button.addEventListener("click", async () => {
        try {
          const { turn } = await import(hand);
          await turn(figure, button);
        } catch (error) {
          button.textContent = `The figure could not be loaded (${error.message})`;
        }
      });
      figure.querySelector(".explore-title").after(button);
    }
  };
  window.touchable(document);
})();
