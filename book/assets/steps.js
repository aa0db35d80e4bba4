// A proof with marks of steps gets a button (steps/walk.js does the rest, when it is pressed). Where
// no module can be loaded, without a script or from a file, it is the proof as it is.
(() => {
  if (location.protocol === "file:") return;
  const folder = new URL("steps/", document.currentScript.src);

  for (const mark of document.querySelectorAll(".step-mark")) {
    const proof = mark.closest("details.the-proof");
    if (!proof || proof.querySelector(".steps-start")) continue;
    const [walk] = mark.dataset.step.split("/"), button = document.createElement("button");
    button.type = "button";
    button.className = "steps-start d-print-none";
    button.textContent = "Step through";
    button.addEventListener("click", async () => {
      try {
        const { step } = await import(new URL("walk.js", folder));
        await step((await import(new URL(`${walk}.js`, folder))).default, walk, proof, button);
      } catch (error) {
        button.textContent = `The steps could not be loaded (${error.message})`;
      }
    });
    proof.querySelector("summary").after(button);
  }
})();
