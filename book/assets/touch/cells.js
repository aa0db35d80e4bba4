// Tables in a picture: boxes with a word in their middle, and words between them.
export function letter(plane, at, text, look = "") {
  if (text !== "") plane.word(at, text, `middle ${look}`);
}

// A box with its lower left corner at [x, y].
export function cell(plane, [x, y], [wide, high], text = "", look = "soft thin", said = "") {
  plane.square([x, y], [x + wide, y + high], look);
  letter(plane, [x + wide / 2, y + high / 2], text, said);
}
