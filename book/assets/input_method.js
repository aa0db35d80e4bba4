// What somebody types with an input method (Japanese, Chinese, accents) belongs to it until the word
// is done: its Enter, Escape and arrows reach no other listener of the page, and none of ours.
// 229 is how browsers mark the key that ends the word.
addEventListener("keydown", (event) => {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}, true);
