import { useEffect, useRef } from 'react'
import type { DescribedDraft } from '../../../worker/contract/drafts/describe-draft.ts'
import { Button } from '../../ui/button/button.tsx'
import '../../ui/notice.css'

type Props = { described: DescribedDraft; openDraft: (id: number) => void }

/** The result of the sentence, and the wishes that were not met. */
export function DescribedDraftNotes({ described: { draft, planner, notes }, openDraft }: Props) {
  const { id } = draft
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  if (id === null || (planner === 'model' && notes.length === 0)) return null
  return (
    <div className="notice-box">
      <h3 ref={heading} tabIndex={-1}>
        {planner === 'simple' ? 'Simple suggestions' : 'Suggestions'}
      </h3>
      {planner === 'simple' && (
        <p>These steps are guessed from single words of your sentence. Please check each one.</p>
      )}
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p>
        <b>{draft.proposed_name}</b>
      </p>
      <Button onClick={() => openDraft(id)}>Open the draft</Button>
    </div>
  )
}
