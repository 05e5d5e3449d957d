import { useId } from 'react'
import { OPINIONS, type Opinion } from '../../../worker/contract/feedback/feedback-form.ts'
import { toSuggestion } from '../../../worker/contract/feedback/suggestion.ts'
import { Button } from '../../ui/button/button.tsx'
import { maySubmit, type FeedbackEvent, type FeedbackState } from './feedback-flow.ts'
import { SuggestionField } from './suggestion-field.tsx'
import './explanation.css'
import '../../ui/styles/forms.css'

export type ExplanationProps = {
  state: Extract<FeedbackState, { kind: 'answering' }>
  send: (event: FeedbackEvent) => void
}

/** The form after a Yes or No: the reasons for a No, and room for a suggestion. */
export function Explanation({ state, send }: ExplanationProps) {
  return (
    <form
      className="explanation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'submitted', suggestion: toSuggestion(state.text) })
      }}
    >
      {state.like ? null : <Reasons chosen={state.opinion} send={send} />}
      {maySubmit(state) ? (
        <>
          <SuggestionField text={state.text} onChange={(text) => send({ type: 'textChanged', text })} />
          <Button type="submit">Submit</Button>
        </>
      ) : null}
    </form>
  )
}

const REASONS = {
  not_useful: 'Not useful',
  too_slow: 'Too slow',
  unexpected: 'Unexpected behavior',
  other: 'Other',
} as const satisfies Record<Opinion, string>

function Reasons({ chosen, send }: { chosen: Opinion | null; send: ExplanationProps['send'] }) {
  const name = useId()
  return (
    <fieldset className="reasons">
      <legend>Why not?</legend>
      {OPINIONS.map((opinion) => (
        <label key={opinion}>
          <input
            type="radio"
            name={name}
            value={opinion}
            checked={opinion === chosen}
            onChange={() => send({ type: 'opinionChosen', opinion })}
          />
          {REASONS[opinion]}
        </label>
      ))}
    </fieldset>
  )
}
