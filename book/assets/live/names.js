// What can be written next: the names of the cell itself, and those that Python knows, each with its sentence.
const NO_NAMES = new Set(["String", "FormatString", "Comment", "Number"]);

export const namesFor = (library, ask) => async (context) => {
  const word = context.matchBefore(/\w*$/), before = context.state.sliceDoc(0, word.from);
  if (NO_NAMES.has(library.syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
  const follows = /\.$|\bimport[ (]([\w ,(\n]*[ ,(\n])?$/.test(before);
  if (!follows && !word.text && !context.explicit) return null;
  const known = await ask(before + word.text);
  const own = follows ? [] : library.localCompletionSource(context)?.options ?? [];
  const mine = new Set(own.map(({ label }) => label));
  const options = known.filter(([label]) => !mine.has(label)).map(([label, sentence, module]) => ({
    label, detail: sentence, boost: module ? -1 : 0, apply: module ? bringing(library, module) : label,
  }));
  return own.length + options.length ? { from: word.from, options: [...own, ...options], validFor: /^\w*$/ } : null;
};

// Write the name, and at the top of the cell what imports it.
const bringing = ({ pickedCompletion }, module) => (view, completion, from, to) => {
  const line = `from ${module} import ${completion.label}\n`;
  view.dispatch({
    changes: [{ from: 0, insert: line }, { from, to, insert: completion.label }],
    selection: { anchor: line.length + from + completion.label.length },
    userEvent: "input.complete", annotations: pickedCompletion.of(completion),
  });
};
