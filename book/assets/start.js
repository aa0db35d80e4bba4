// The figure of the start page is in hand when all else is there; its button is made by touch.js.
addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(() => {
  document.querySelector(".explore:not(.in-hand) > .by-hand:not(:focus)")?.click();
}));
