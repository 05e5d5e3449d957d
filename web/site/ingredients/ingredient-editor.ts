import { autocompletion, closeCompletion, completionStatus, startCompletion } from '@codemirror/autocomplete'
import { history, historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { ingredientChips, namesChanged } from './ingredient-chips.ts'
import { ingredientSource } from './ingredient-completion.ts'
import type { KnownIngredients } from './known-ingredients.ts'
import { writeInto } from './write-into.ts'

type Options = {
  host: HTMLElement
  /** The text that it stands for: its value, name, description and keyboard are those of the editor. */
  area: HTMLTextAreaElement
  known: KnownIngredients
  multiline: boolean
  /** Whether the text is for people, so that its spelling is checked. */
  forPeople: boolean
  onLeave: () => void
}

export type OpenIngredientEditor = typeof openIngredientEditor
export type IngredientEditor = {
  /** Shows what the text area has now: called after each change of it. */
  followArea(): void
  showIngredients(known: KnownIngredients): void
  /** Writes at the caret, and focuses the editor. */
  insert(text: string): void
  focus(): void
  close(): void
}

/**
 * Edits a text area's text with its ingredients as chips, in a shadow root of `host`: CodeMirror adds its styles there as
 * adopted style sheets, which the site's content security policy allows. What is typed is written into the text area, as
 * if it were typed there. Tab is left to the page, and Enter in a text of one line to its form.
 */
export function openIngredientEditor({ host, area, known, multiline, forPeople, onLeave }: Options): IngredientEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const description = host.ownerDocument.createElement('p')
  description.id = 'description'
  description.hidden = true
  root.append(description)
  const attributes = new Compartment()
  let { options } = known
  let isFollowing = false
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: area.value,
      selection: selectionOf(area),
      extensions: [
        ingredientChips(known.ingredients),
        // Asked at each use: an open list stays open while a saved draft brings the same names again.
        autocompletion({ override: [ingredientSource(() => options)], icons: false, interactionDelay: 0 }),
        EditorState.phrases.of({ Completions: 'Ingredients' }),
        history(),
        multiline ? [] : ONE_LINE,
        keymap.of([
          { key: 'Enter', run: multiline ? insertNewline : () => (area.form?.requestSubmit(), true) },
          // The list goes before the focus does, which would be lost with it.
          { key: 'Tab', run: closeList, shift: closeList },
          ...historyKeymap,
          ...standardKeymap,
        ]),
        LOOK,
        EditorView.lineWrapping,
        attributes.of([]),
        EditorView.domEventHandlers({ blur: () => onLeave() }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isFollowing) writeInto(area, state.doc.toString())
          // What scrolls has to take the focus.
          root.querySelector('[role="listbox"]')?.setAttribute('tabindex', '0')
        }),
      ],
    }),
  })
  const keyboard = keyboardOf(area, { multiline, forPeople })
  let shown = ''
  const editor: IngredientEditor = {
    followArea() {
      const { ownerDocument, ariaInvalid, labels } = area
      const ids = area.getAttribute('aria-describedby')?.split(' ') ?? []
      description.textContent = ids.map((id) => ownerDocument.getElementById(id)?.textContent ?? '').join(' ')
      const words = { 'aria-label': labels[0]?.textContent ?? '', ...(ariaInvalid && { 'aria-invalid': ariaInvalid }) }
      if (JSON.stringify(words) !== shown) {
        shown = JSON.stringify(words)
        view.dispatch({
          effects: attributes.reconfigure(EditorView.contentAttributes.of({ ...keyboard, ...words })),
        })
      }
      const text = view.state.doc.toString()
      if (text === area.value.replaceAll('\r\n', '\n')) return
      isFollowing = true
      view.dispatch({
        changes: { from: 0, to: text.length, insert: area.value },
        selection: selectionOf(area),
      })
      isFollowing = false
    },
    showIngredients(next) {
      options = next.options
      view.dispatch({ effects: namesChanged.of(next.ingredients) })
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true })
      view.focus()
    },
    focus() {
      view.focus()
      // What was typed before the editor came may be the beginning of a name.
      if (completionStatus(view.state) === null) startCompletion(view)
    },
    close() {
      view.destroy()
      description.remove()
    },
  }
  editor.followArea()
  return editor
}

/** Before it is focused, the caret of a text area stands before what the server wrote. */
function selectionOf(area: HTMLTextAreaElement) {
  const end = area.value.length
  return area.matches(':focus') ? { anchor: area.selectionStart, head: area.selectionEnd } : { anchor: end, head: end }
}

function keyboardOf(
  { inputMode }: HTMLTextAreaElement,
  { multiline, forPeople }: Pick<Options, 'multiline' | 'forPeople'>,
) {
  return {
    'aria-describedby': 'description',
    'aria-multiline': String(multiline),
    spellcheck: String(forPeople),
    autocorrect: forPeople ? 'on' : 'off',
    autocapitalize: forPeople ? 'sentences' : 'off',
    ...(inputMode && { inputmode: inputMode }),
  }
}

function closeList(view: EditorView): boolean {
  closeCompletion(view)
  return false
}

/** Lines that come in another way than by Enter, such as pasted ones, are joined. */
const ONE_LINE: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction
  const breaks = [...transaction.newDoc.toString().matchAll(/\s*\n\s*/g)]
  const changes = breaks.map(({ index, 0: found }) => ({ from: index, to: index + found.length, insert: ' ' }))
  return [transaction, { changes, sequential: true }]
})

/** The site's tokens reach into a shadow root; its rules do not. */
const LOOK = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0' },
  '.cm-content ::selection': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-line': { padding: '0' },
  '.chip': {
    display: 'inline-block',
    maxInlineSize: '100%',
    padding: '0 var(--space-4)',
    color: 'var(--accent-strong)',
    backgroundColor: 'var(--accent-ground)',
    border: '1px solid transparent',
    borderRadius: 'var(--radius-field)',
    overflowWrap: 'anywhere',
  },
  '.chip.unknown': {
    color: 'var(--danger)',
    backgroundColor: 'var(--danger-ground)',
    border: '1px dashed var(--danger)',
  },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--field-line)',
    borderRadius: 'var(--radius-field)',
    boxShadow: 'var(--shadow)',
    zIndex: 'var(--above-page)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    padding: 'var(--space-4)',
    fontFamily: 'inherit',
    maxWidth: 'min(480px, 88vw)',
    maxHeight: 'min(320px, 50vh)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > completion-section': {
    padding: 'var(--space-8) var(--space-8) var(--space-4)',
    color: 'var(--ink-quiet)',
    borderBottom: '0',
    fontSize: 'var(--text-small)',
    fontWeight: 'var(--heavy)',
    opacity: '1',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: 'var(--space-12) var(--space-8)',
    borderRadius: 'var(--radius-field)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--ink)',
    backgroundColor: 'var(--accent-ground)',
    outline: '2px solid var(--accent)',
    outlineOffset: '-2px',
  },
  '.cm-completionDetail': { color: 'var(--ink-quiet)', fontSize: 'var(--text-small)', fontStyle: 'normal' },
})
