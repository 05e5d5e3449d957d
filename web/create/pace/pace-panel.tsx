import { useId, useState } from 'react'
import type { AppletDraft, DraftChange } from '../../../worker/contract/drafts/draft.ts'
import { PaceFields } from '../../ui/pace/pace-fields.tsx'
import { paceFrom, quietProblem } from '../../ui/pace/pace-values.ts'
import './pace.css'
import '../../ui/styles/forms.css'

type PacePanelProps = {
  draft: { doc: Pick<AppletDraft, 'min_gap' | 'quiet'> }
  change: (change: DraftChange) => void
  /** The user's. */
  timeZone: string
}

/** How often it runs at most, and when it stays quiet. Half of the quiet hours changes nothing. */
export function PacePanel({ draft: { doc }, change, timeZone }: PacePanelProps) {
  const title = useId()
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const saved = JSON.stringify([doc.min_gap, doc.quiet])
  // Values set here stay as they were typed; values from elsewhere are shown in new fields.
  const [own, setOwn] = useState({ saved, fields: saved })

  function save(panel: HTMLElement) {
    const text = (name: string) =>
      panel.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? ''
    const values = { min_gap: text('min_gap'), quiet_from: text('quiet_from'), quiet_to: text('quiet_to') }
    const problem = quietProblem(values)
    setWrong(problem)
    if (Object.keys(problem).length > 0) return
    const { min_gap, quiet } = paceFrom(values)
    const next = JSON.stringify([min_gap, quiet])
    if (next === saved) return
    setOwn({ saved: next, fields: own.saved === saved ? own.fields : saved })
    change({ kind: 'set_pace', min_gap, quiet })
  }
  return (
    <section
      className="pace-panel"
      aria-labelledby={title}
      key={own.saved === saved ? own.fields : saved}
      onChange={({ currentTarget }) => save(currentTarget)}
    >
      <h2 id={title}>How often it may run</h2>
      <PaceFields min_gap={doc.min_gap} quiet={doc.quiet} wrong={wrong} timeZone={timeZone} />
    </section>
  )
}
