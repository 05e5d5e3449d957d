import {
  EditorState,
  StateEffect,
  StateField,
  type EditorSelection,
  type Extension,
  type Text,
} from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { parseText, type FilterCall } from '../../../worker/contract/ingredients/parse-text.ts'
import { ingredientLabel } from '../../../worker/contract/sentences/say-value.ts'
import type { KnownIngredients } from './known-ingredients.ts'

type Names = KnownIngredients['ingredients']
type Chips = { names: Names; isFocused: boolean; shown: DecorationSet }

/** Other ingredients are known now. */
export const namesChanged = StateEffect.define<Names>()
const focusChanged = StateEffect.define<boolean>()

/**
 * Shows each ingredient of the text as a chip with its name, which keys pass and delete whole. The text keeps its braces,
 * also for copy and paste.
 */
export function ingredientChips(names: Names): Extension {
  return [
    chips.init(({ doc, selection }) => showChips(doc, selection, { names, isFocused: false })),
    EditorView.focusChangeEffect.of((_, isFocused) => focusChanged.of(isFocused)),
    // Screen readers would pass in silence what keys do to a chip.
    EditorState.transactionExtender.of((transaction) => {
      const { startState, selection, changes } = transaction
      const said = transaction.isUserEvent('delete')
        ? chipsIn(startState, (from, to) => changes.mapPos(from, -1) === changes.mapPos(to, 1)).map(
            (label) => `${label} deleted`,
          )
        : chipsIn(startState, (from, to) => isCrossed(startState.selection, selection, { from, to }))
      return said.length === 1 ? { effects: said.map((words) => EditorView.announce.of(words)) } : null
    }),
  ]
}

/** The names of the chips whose range is meant. */
function chipsIn(state: EditorState, isMeant: (from: number, to: number) => boolean): string[] {
  const labels: string[] = []
  state.field(chips).shown.between(0, state.doc.length, (from, to, { spec }) => {
    if (isMeant(from, to)) labels.push(String(spec.label))
  })
  return labels
}

/** A key moved the caret over just this range. */
function isCrossed(
  { main: before }: EditorSelection,
  selection: EditorSelection | undefined,
  { from, to }: { from: number; to: number },
): boolean {
  if (!selection?.main.empty) return false
  const heads = [before.head, selection.main.head]
  return Math.min(...heads) === from && Math.max(...heads) === to
}

const chips: StateField<Chips> = StateField.define<Chips>({
  create: ({ doc, selection }) => showChips(doc, selection, { names: [], isFocused: false }),
  update(before, { effects, docChanged, selection, newDoc, newSelection }) {
    let { names, isFocused } = before
    for (const effect of effects) {
      if (effect.is(namesChanged)) names = effect.value
      if (effect.is(focusChanged)) isFocused = effect.value
    }
    if (!docChanged && !selection && names === before.names && isFocused === before.isFocused) return before
    return showChips(newDoc, newSelection, { names, isFocused })
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ shown }) => shown),
    EditorView.atomicRanges.of(({ state }) => state.field(field).shown),
  ],
})

function showChips(doc: Text, selection: EditorSelection, { names, isFocused }: Omit<Chips, 'shown'>): Chips {
  let at = 0
  const ranges = parseText(doc.toString()).flatMap((part) => {
    const from = at
    at += part.kind === 'ingredient' ? part.source.length : part.text.length
    if (part.kind !== 'ingredient') return []
    // Filters that somebody wrote are changed as they were written.
    if (isFocused && part.filters.some(isWritten) && isTouched(selection, from, at)) return []
    const label = ingredientLabel(part.name, { ingredients: names })
    const isKnown = part.name === 'Now' || names.some(({ name }) => name === part.name)
    return [Decoration.replace({ widget: new Chip(label, isKnown), label }).range(from, at)]
  })
  return { names, isFocused, shown: Decoration.set(ranges) }
}

/** A chosen time comes with the filter that writes it for readers. */
function isWritten({ name, args }: FilterCall): boolean {
  return name !== 'date' || args.length > 0
}

function isTouched({ main }: EditorSelection, from: number, to: number): boolean {
  return main.from <= to && main.to >= from
}

class Chip extends WidgetType {
  readonly label: string
  readonly isKnown: boolean
  constructor(label: string, isKnown: boolean) {
    super()
    this.label = label
    this.isKnown = isKnown
  }
  override eq({ label, isKnown }: Chip): boolean {
    return label === this.label && isKnown === this.isKnown
  }
  override toDOM({ dom }: EditorView): HTMLElement {
    const chip = dom.ownerDocument.createElement('span')
    chip.className = this.isKnown ? 'chip' : 'chip unknown'
    chip.textContent = this.isKnown ? this.label : `${this.label} (unknown)`
    return chip
  }
  /** A press beside its middle puts the caret there. */
  override ignoreEvent(): boolean {
    return false
  }
}
