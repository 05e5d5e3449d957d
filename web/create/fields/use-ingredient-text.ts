import { useMemo, useRef, useState } from 'react'
import { filterOptions } from '../../ui/listbox/filter-options.ts'
import { useActiveOption } from '../../ui/listbox/use-active-option.ts'
import { completionAt, placeholderFor, type Completion } from './ingredient-completion.ts'
import { ingredientOptions, type TextSource } from './step-ingredients.ts'

/** `forPeople`: it is not for what computes with it. */
export type IngredientText = { value: string; source: TextSource; forPeople: boolean; onWrite: (value: string) => void }

/** A text whose ingredients are completed after `{{`, or inserted at the caret. */
export function useIngredientText({ value, source, forPeople, onWrite }: IngredientText) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [completion, setCompletion] = useState<Completion | null>(null)
  const options = useMemo(() => ingredientOptions(source, forPeople), [source, forPeople])
  const typed = completion?.typed
  const found = useMemo(() => (typed === undefined ? [] : filterOptions(options, typed).shown), [options, typed])
  const open = completion !== null && found.length > 0

  /** Writes a placeholder over what was typed of it; the caret stands behind. */
  function write(inner: string, from: number, caret: number) {
    const text = area.current
    if (!text) return
    const { written, to } = placeholderFor(inner, value, caret)
    text.setRangeText(written, from, from === caret ? caret : to, 'end')
    text.focus()
    setCompletion(null)
    onWrite(text.value)
  }
  const complete = (inner: string) => completion && write(inner, completion.from, completion.to)
  const closeList = () => setCompletion(null)
  const list = useActiveOption({
    options: found,
    open,
    first: true,
    onChoose: (option) => complete(option.value),
    onClose: closeList,
  })
  return {
    area,
    options,
    /** The completions of the placeholder that is being typed, while there is any. */
    found,
    open,
    list,
    complete,
    closeList,
    insertAtCaret(inner: string) {
      const caret = area.current?.selectionEnd ?? value.length
      write(inner, caret, caret)
    },
    type(text: string, caret: number) {
      setCompletion(options.length > 0 ? completionAt(text, caret) : null)
      onWrite(text)
    },
  }
}
