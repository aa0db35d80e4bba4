// What several figures compute with.
export const dot = (w, x) => w.reduce((sum, each, i) => sum + each * x[i], 0);
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const range = (n, f = (k) => k) => Array.from({ length: n }, (_, k) => f(k));

// The steps of a way from one list of numbers to another.
export const glide = (from, to, put, n = 10) => range(n, (k) => () => put(...from.map((each, i) => (k + 1 < n ? each + (k + 1) / n * (to[i] - each) : to[i]))));

// The x with A x = b, by elimination with row exchanges.
export function solve(A, b) {
  const rows = A.map((row, i) => [...row, b[i]]), n = b.length;
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[p][k])) p = i;
    [rows[k], rows[p]] = [rows[p], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = Array(n).fill(0);
  for (let k = n - 1; k >= 0; k--) x[k] = (rows[k][n] - dot(rows[k].slice(k + 1, n), x.slice(k + 1))) / rows[k][k];
  return x;
}
