import { useState, type FormEvent, type ReactNode } from 'react'
import { hasRunEnded, type RunState } from '../../../worker/contract/runs/applet-run.ts'
import { pressPath } from '../../../worker/contract/addresses.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import { starterApi } from '../../browser/api/starter-calls.ts'
import { randomId } from '../../browser/device/random-id.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { RUN_STATE_WORDS } from '../../ui/run-state/run-state-words.ts'
import { usePolled } from '../../ui/state/use-polled.ts'
import './press-form.css'

type Props = {
  appletId: number
  /** The run of a press that was sent without script. */
  pressed?: string | null
  /** The field with the session's token. */
  token: ReactNode
  onPressed?: () => void
}

/** The button that starts an Applet. Each press has a name of its own, so that sending it again starts nothing. */
export function PressForm({ appletId, pressed = null, token, onPressed }: Props) {
  const [name, setName] = useState(randomId)
  const [run, setRun] = useState(pressed)
  const presses = usePresses<'press'>(async () => {
    setRun((await starterApi.pressButton(appletId, name)).run)
    setName(randomId())
    onPressed?.()
  })
  const { state } = presses
  function submit(event: FormEvent) {
    event.preventDefault()
    presses.press('press')
  }
  return (
    <form className="press-form" method="post" action={pressPath(appletId)} onSubmit={submit}>
      {token}
      {/* The server has chosen another name: both are new. */}
      <input type="hidden" name="press" value={name} suppressHydrationWarning />
      <Button type="submit" busy={presses.isWorking('press')}>
        Press
      </Button>
      <output className="outcome">
        {run !== null && state.kind === 'idle' && state.problem === null ? <Outcome key={run} run={run} /> : null}
      </output>
      <ErrorPanel title={presses.problem} />
    </form>
  )
}

/** What became of a press: its run's state, until that has ended. */
function Outcome({ run }: { run: string }) {
  const [ended, setEnded] = useState(false)
  async function read() {
    const { state } = (await runApi.run(run)).run
    setEnded(hasRunEnded(state))
    return state
  }
  const { value: state } = usePolled<RunState | null>(null, ended ? null : read, true)
  return (
    <>
      Pressed. {state === null ? null : `${RUN_STATE_WORDS[state]}. `}
      <a href={`/activity/runs/${run}`}>See the run</a>
    </>
  )
}
