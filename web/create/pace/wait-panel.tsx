import { useId, useState } from 'react'
import { setWait } from '../../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange } from '../../../worker/contract/drafts/draft.ts'
import { waitInWords } from '../../../worker/contract/drafts/wait-in-words.ts'
import { Field } from '../../ui/form/field.tsx'
import { useEarlyTyping } from '../../ui/state/use-early-typing.ts'
import { OPEN_PANEL } from '../rows/draft-row.tsx'
import { LONGEST_WAIT, partsOfWait, secondsOf, waitProblem, type WaitParts } from './wait-parts.ts'
import './pace.css'
import '../../ui/styles/forms.css'

type WaitPanelProps = { wait: number; change: (change: DraftChange) => void }

/** How long it waits before its actions. Only a whole time is kept. */
export function WaitPanel({ wait, change }: WaitPanelProps) {
  const title = useId()
  useEarlyTyping(OPEN_PANEL)
  const [typed, setTyped] = useState<{ wait: number; parts: WaitParts }>(() => ({
    wait,
    parts: partsOfWait(wait),
  }))
  // A wait that came from elsewhere replaces what was typed.
  const parts = typed.wait === wait ? typed.parts : partsOfWait(wait)
  const problem = waitProblem(parts)

  function type(part: keyof WaitParts, text: string) {
    const next = { ...parts, [part]: text }
    const seconds = secondsOf(next)
    const wanted = waitProblem(next) === null && seconds !== null ? seconds : wait
    setTyped({ wait: wanted, parts: next })
    if (wanted !== wait) change(setWait(wanted))
  }
  return (
    <fieldset className="wait-panel" aria-describedby={`${title}-hint`}>
      <legend>Wait before the actions</legend>
      <p className="quiet-text" id={`${title}-hint`}>
        At most {waitInWords(LONGEST_WAIT)}. A wait that has begun goes on when you change this.
      </p>
      <div className="parts">
        {PARTS.map(({ part, label }) => (
          <Field
            key={part}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={parts[part]}
            error={problem?.part === part ? problem.message : undefined}
            onChange={({ currentTarget }) => type(part, currentTarget.value)}
          />
        ))}
      </div>
      {/* To read, the row's own sentence says it. */}
      <output className="visually-hidden">
        {problem ? '' : wait === 0 ? 'It does not wait.' : `It waits ${waitInWords(wait)}.`}
      </output>
    </fieldset>
  )
}

const PARTS: readonly { part: keyof WaitParts; label: string }[] = [
  { part: 'hours', label: 'Hours' },
  { part: 'minutes', label: 'Minutes' },
  { part: 'seconds', label: 'Seconds' },
]
