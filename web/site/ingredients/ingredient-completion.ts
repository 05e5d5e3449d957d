import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import { filterOptions, type ListOption } from '../../ui/listbox/filter-options.ts'
import { placeIngredient } from './place-ingredient.ts'

/** Finds the ingredients to complete a name with that is typed after `{{`. `options`: those there are now. */
export function ingredientSource(options: () => readonly ListOption[]): CompletionSource {
  return ({ state, pos }) => {
    const open = /\{\{\s*([\w.]*)$/.exec(state.sliceDoc(0, pos))
    if (!open) return null
    const { shown } = filterOptions(options(), open[1] ?? '')
    return { from: open.index, options: shown.map(toCompletion), filter: false }
  }
}

function toCompletion({ value, label, group = '', detail = '' }: ListOption, rank: number): Completion {
  return {
    label,
    detail,
    ...(group && { section: { name: group, rank } }),
    apply: (view, _, from, to) => view.dispatch(placeIngredient(view.state, value, { from, to })),
  }
}
