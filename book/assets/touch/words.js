// Numbers as the readouts of the frames print them: Python's formats, a real minus, powers of ten
// (lecture_code/explore/labels.py), which the site does not break (bookext/html/formulas.py).
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
export const power = (n) => (n < 0 ? "⁻" : "") + [...String(Math.abs(n))].map((digit) => RAISED[digit]).join("");
const minus = (text) => (/[1-9]/.test(text) ? text.replace("-", "−") : text.replace("-", ""));

// The value at so many significant digits; a half goes to the even digit.
function rounded(value, digits) {
  const [mantissa, exponent] = Math.abs(value).toExponential(60).split("e");
  const kept = mantissa.replace(".", "");
  const tie = digits > 0 && kept[digits - 1] % 2 === 0 && /^50*$/.test(kept.slice(digits));
  const even = Number(`${kept[0]}.${kept.slice(1, Math.max(digits, 1))}e${exponent}`);
  return tie ? Math.sign(value) * even : value;
}

// As {value:.3g} with digits = 3, and {value:g} without.
export function number(value, digits = 6) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const [mantissa, exponent] = rounded(value, digits).toExponential(digits - 1).split("e");
  const e = Number(exponent);
  if (e < -4 || e >= digits) return minus(Math.abs(mantissa) === 1 && mantissa > 0 ? `10${power(e)}` : `${Number(mantissa)}\u00a0×\u00a010${power(e)}`);
  const plain = String(Number(`${mantissa}e${e}`));
  return minus(e >= 4 && Number.isInteger(Number(plain)) ? Number(plain).toLocaleString("en") : plain);
}

// As {value:.2f} with places = 2.
export function fixed(value, places = 2) {
  const e = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return minus(rounded(value, e + 1 + places).toFixed(places));
}

export const count = (value) => minus(value.toLocaleString("en").replace(/^(-?\d),(\d{3})$/, "$1$2"));
export const pair = ([x, y], digits) => `(${number(x, digits)}, ${number(y, digits)})`;
