import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippetCompletion,
  type Completion,
  type CompletionContext,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { CodeName, LineProblem } from './code-names.ts'

type Options = {
  label: string
  code: string
  /** Where typing goes on, counted from 0. */
  caret: number
  names: readonly CodeName[]
  problems: readonly LineProblem[]
  onWrite: (code: string) => void
}

export type OpenCodeEditor = typeof openCodeEditor
export type CodeEditor = {
  /** Another code from elsewhere; one that is the same changes nothing. */
  showCode(code: string): void
  showNames(names: readonly CodeName[]): void
  showProblems(problems: readonly LineProblem[]): void
  /** Moves the caret to a line, from 1, and focuses the editor. */
  goToLine(line: number): void
  focus(): void
  close(): void
}

/**
 * The editor of filter code, in a shadow root of `host`: CodeMirror adds its styles there as adopted style sheets,
 * which the site's content security policy allows. Tab is left to the page.
 */
export function openCodeEditor(host: HTMLElement, options: Options): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  let completions = completionsOf(options.names)
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.code,
      selection: { anchor: Math.min(options.caret, options.code.length) },
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        lintGutter(),
        javascript(),
        syntaxHighlighting(COLORS),
        LOOK,
        // Asked at each use: an open list stays open while a saved draft brings the same names again.
        completing(() => completions),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onWrite(update.state.doc.toString())
        }),
      ],
    }),
  })
  const editor: CodeEditor = {
    showCode(code) {
      const shown = view.state.doc.toString()
      if (code !== shown) view.dispatch({ changes: { from: 0, to: shown.length, insert: code } })
    },
    showNames(names) {
      completions = completionsOf(names)
    },
    showProblems(problems) {
      const { doc } = view.state
      const diagnostics = problems.map(({ line, message }) => {
        const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines))
        const indent = text.length - text.trimStart().length
        return { from: Math.min(from + indent, to), to, severity: 'error' as const, message }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goToLine(line) {
      const { doc } = view.state
      const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines))
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
      view.focus()
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
  editor.showProblems(options.problems)
  return editor
}

function completionsOf(names: readonly CodeName[]): readonly Completion[] {
  return names.map(({ path, detail, call }): Completion => {
    const shown = detail.length > 40 ? `${detail.slice(0, 40)}…` : detail
    return call
      ? snippetCompletion(`${path}("\${}")`, { label: path, detail: shown, type: 'method' })
      : { label: path, detail: shown, type: 'property' }
  })
}

function completing(options: () => readonly Completion[]) {
  return autocompletion({
    // Enter takes a name; Tab leaves the editor.
    override: [
      (context: CompletionContext) => {
        const word = context.matchBefore(/[\w.]+/)
        if (!word && !context.explicit) return null
        return { from: word?.from ?? context.pos, options: options(), validFor: /^[\w.]*$/ }
      },
    ],
    icons: false,
  })
}

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword, tags.controlKeyword], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--success)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--ink-quiet)' },
])

/** The site's tokens reach into a shadow root; its rules do not. */
const LOOK = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--field-line)',
    borderRadius: 'var(--radius-field)',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--family-code)', lineHeight: '1.5', maxHeight: '60vh' },
  '.cm-content, .cm-gutters': { minHeight: '9.5em' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--raised-hover)',
  },
  '.cm-gutters': {
    color: 'var(--ink-quiet)',
    backgroundColor: 'var(--sunken)',
    borderRight: '1px solid var(--hairline)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-ground)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--field-line)',
    borderRadius: '8px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--family-code)', maxWidth: 'min(560px, 90vw)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '6px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--ink)', backgroundColor: 'var(--accent-ground)' },
  '.cm-completionDetail': { color: 'var(--ink-quiet)', fontStyle: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
})
