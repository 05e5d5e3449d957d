import { useEffect, useId, useRef, useState } from 'react'
import { OPINIONS, type Opinion } from '../../worker/contract/feedback/feedback-form.ts'
import { Button } from '../ui/button/button.tsx'
import { maySubmit, type FeedbackEvent, type FeedbackState } from './feedback-flow.ts'
import { SuggestionField } from './suggestion-field.tsx'
import { useFeedback } from './use-feedback.ts'
import './feedback.css'

/** Asks users who have not rated the Applet when the page opens (§2.5). The thank-you stays after rating. */
export function Feedback({ appletId, rated }: { appletId: number; rated: boolean }) {
  const [asked] = useState(!rated)
  const { state, send } = useFeedback(appletId)
  return asked ? <FeedbackView state={state} send={send} /> : null
}

type Props = { state: FeedbackState; send: (event: FeedbackEvent) => void }

export function FeedbackView({ state, send }: Props) {
  const heading = useId()
  const thanks = useRef<HTMLOutputElement>(null)
  const thanked = state.kind === 'thanked'
  // The Submit button is gone with its focus, so the thank-you takes it.
  useEffect(() => {
    if (thanked) thanks.current?.focus()
  }, [thanked])
  return (
    <section className="feedback" aria-labelledby={heading}>
      <h2 id={heading}>Do you like this Applet?</h2>
      {thanked ? null : <Answers state={state} send={send} />}
      {state.kind === 'answering' ? <Explanation state={state} send={send} /> : null}
      {/* Rendered before its text arrives, because screen readers otherwise miss it. */}
      <output ref={thanks} className={thanked ? undefined : 'visually-hidden'} tabIndex={-1}>
        {thanked ? 'Thank you for your feedback.' : null}
      </output>
    </section>
  )
}

function Answers({ state, send }: Props) {
  const like = state.kind === 'answering' ? state.like : null
  return (
    <div className="answers">
      <Button kind="secondary" aria-pressed={like === true} onClick={() => send({ type: 'answered', like: true })}>
        Yes
      </Button>
      <Button kind="secondary" aria-pressed={like === false} onClick={() => send({ type: 'answered', like: false })}>
        No
      </Button>
    </div>
  )
}

type ExplanationProps = { state: Extract<FeedbackState, { kind: 'answering' }>; send: Props['send'] }

function Explanation({ state, send }: ExplanationProps) {
  return (
    <form
      className="explanation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'submitted' })
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

function Reasons({ chosen, send }: { chosen: Opinion | null; send: Props['send'] }) {
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
