import { useId, type SyntheticEvent } from 'react'
import { SUGGESTION_MAX } from '../../../worker/contract/limits.ts'
import { countCharacters, fittedAtCaret } from '../../../worker/contract/feedback/suggestion.ts'
import '../../ui/styles/forms.css'

type Props = { text: string; onChange: (text: string) => void }

/** The suggestion and its counter (§4.5, §5). The native maxlength counts an emoji as two or more. */
export function SuggestionField({ text, onChange }: Props) {
  const id = useId()
  const count = countCharacters(text)
  return (
    <div className="suggestion">
      <label htmlFor={id}>
        Suggestion <span className="optional">(optional)</span>
      </label>
      <textarea
        id={id}
        rows={3}
        value={text}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(isComposing(event) ? event.currentTarget.value : fit(event.currentTarget))}
        onCompositionEnd={(event) => onChange(fit(event.currentTarget))}
      />
      <p className="count" id={`${id}-count`}>
        {count}/{SUGGESTION_MAX}
      </p>
      <output className="visually-hidden">{count >= SUGGESTION_MAX ? 'Character limit reached.' : null}</output>
    </div>
  )
}

/** Leaves a character alone while it is still being composed. */
function isComposing({ nativeEvent }: SyntheticEvent): boolean {
  return nativeEvent instanceof InputEvent && nativeEvent.isComposing
}

/** Removes overflowing text at once, so that the caret stays in place. */
function fit(area: HTMLTextAreaElement): string {
  const fitted = fittedAtCaret(area.value, area.selectionEnd)
  if (fitted.text !== area.value) {
    area.value = fitted.text
    area.setSelectionRange(fitted.caret, fitted.caret)
  }
  return fitted.text
}
