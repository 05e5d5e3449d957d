import { hasRunEnded, type RunState } from '../../../worker/contract/runs/applet-run.ts'
import { RunStateBadge } from '../../ui/run-state/run-state-badge.tsx'
import { runApi } from '../../browser/api/run-calls.ts'
import { usePolled } from '../../ui/state/use-polled.ts'
import './try-panel.css'
import '../../ui/badge.css'

type Seen = { state: RunState; message: string | null }

/** The state of the run that was done once, until it has ended. */
export function TriedRun({ run }: { run: string | null }) {
  const first: Seen = { state: 'ready', message: null }
  const { value } = usePolled(first, run === null ? null : read, true)
  async function read(): Promise<Seen> {
    if (run === null || hasRunEnded(value.state)) return value
    const { state, message } = (await runApi.run(run)).run
    return { state, message }
  }
  if (run === null) return null
  return (
    <section className="tried-run" aria-label="The test">
      <output>
        <RunStateBadge state={value.state} /> {value.state === 'done' ? 'It was done once.' : value.message}
      </output>
      <p>
        <a href={`/activity/runs/${run}`}>Open this test in your activity</a>
      </p>
    </section>
  )
}
