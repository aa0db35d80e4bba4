// The parts of CodeMirror in which a reader edits the cells of a page (book/assets/live/editor.js).
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, moveCompletionSelection, pickedCompletion } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
export { localCompletionSource, python, pythonLanguage } from "@codemirror/lang-python";
export { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting, syntaxTree } from "@codemirror/language";
export { Prec } from "@codemirror/state";
export { EditorView, keymap } from "@codemirror/view";
export { highlightCode, tagHighlighter, tags } from "@lezer/highlight";
