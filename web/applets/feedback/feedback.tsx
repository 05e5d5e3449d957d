import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { usePart, type Approach } from '../../ui/part/use-part.ts'
import type { Explanation as ExplanationForm } from './explanation.tsx'
import type { FeedbackEvent, FeedbackState } from './feedback-flow.ts'
import { useFeedback } from './use-feedback.ts'
import './feedback.css'

const loadExplanation = () => import('./explanation.tsx').then(({ Explanation }) => Explanation)

/** Asks users who have not rated the Applet when the page opens (§2.5). The thank-you stays after rating. */
export function Feedback({ appletId, rated }: { appletId: number; rated: boolean }) {
  const [asked] = useState(!rated)
  const [explaining, setExplaining] = useState(false)
  const { state, send } = useFeedback(appletId)
  const [Loaded, approach] = usePart(explaining, loadExplanation, () => setExplaining(false))
  function answer(event: FeedbackEvent) {
    setExplaining(true)
    send(event)
  }
  return asked ? <FeedbackView state={state} send={answer} Explanation={Loaded} approach={approach} /> : null
}

type AnswersProps = { state: FeedbackState; send: (event: FeedbackEvent) => void; approach?: Approach | undefined }
/** `Explanation`: null until it has loaded. */
type Props = AnswersProps & { Explanation: typeof ExplanationForm | null }

export function FeedbackView({ state, send, approach, Explanation }: Props) {
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
      {thanked ? null : <Answers state={state} send={send} approach={approach} />}
      {Explanation && state.kind === 'answering' ? <Explanation state={state} send={send} /> : null}
      {/* Rendered before its text arrives, because screen readers otherwise miss it. */}
      <output ref={thanks} className={thanked ? undefined : 'visually-hidden'} tabIndex={-1}>
        {thanked ? 'Thank you for your feedback.' : null}
      </output>
    </section>
  )
}

function Answers({ state, send, approach }: AnswersProps) {
  const like = state.kind === 'answering' ? state.like : null
  return (
    <div className="answers">
      {[true, false].map((answer) => (
        <Button
          key={String(answer)}
          kind="secondary"
          aria-pressed={like === answer}
          {...approach}
          onClick={() => send({ type: 'answered', like: answer })}
        >
          {answer ? 'Yes' : 'No'}
        </Button>
      ))}
    </div>
  )
}
