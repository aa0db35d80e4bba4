// The track of a slider is filled up to its value (explore.css). Without this script it is plain.
(() => {
  const sliders = ".explore input[type='range']";
  const fill = (slider) => slider.style.setProperty("--at", slider.value / (slider.max || 1));
  document.querySelectorAll(sliders).forEach(fill);
  document.addEventListener("input", (event) => {
    if (event.target.matches(sliders)) fill(event.target);
  });
})();
