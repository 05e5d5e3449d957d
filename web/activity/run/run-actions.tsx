import { useState } from 'react'
import type { RunResponse, RunsTaken } from '../../../worker/contract/runs/run-answers.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import './run-page.css'
import '../../ui/styles/forms.css'

type Props = { run: RunResponse['run']; onChanged: () => Promise<void> }
type Deed = 'replay' | 'try' | 'again' | 'cancel'

/** The words of each question. Replay and the next try need none: they repeat nothing that succeeded. */
const QUESTIONS = {
  again: {
    title: 'Run it again from the start?',
    action: 'Run again',
    means: 'Every step is done again for the same event, also those that succeeded. This may make things twice.',
  },
  cancel: {
    title: 'Stop this run?',
    action: 'Stop the run',
    means: 'No further step begins. You can run it again from the start later.',
  },
} as const

/** Replay, try now, run again from the start, and cancel, where the run allows them. */
export function RunActions({ run: { id, can_replay, can_try_now, can_cancel, state, event }, onChanged }: Props) {
  const [asItWas, setAsItWas] = useState(false)
  const presses = usePresses<Deed>(async (deed) => {
    if (deed === 'again') return goTo(`/activity/runs/${(await runApi.runAgain(id)).run}`)
    await doDeed(id, deed, asItWas)
    return onChanged()
  })
  const { state: press } = presses
  const replayable = can_replay && (state === 'failed' || state === 'unsure')
  const repeatable = event.text !== null || event.ingredients.length > 0 || event.bytes === 0
  const asked = press.kind === 'idle' ? null : press.deed
  const question = asked === 'again' || asked === 'cancel' ? QUESTIONS[asked] : null
  if (!replayable && !repeatable && !can_cancel) return null
  return (
    <div className="run-actions">
      <div className="actions">
        {replayable ? (
          <Button busy={presses.isWorking('replay')} onClick={() => presses.press('replay')}>
            Replay
          </Button>
        ) : null}
        {can_try_now ? (
          <Button busy={presses.isWorking('try')} onClick={() => presses.press('try')}>
            Try now
          </Button>
        ) : null}
        {can_cancel ? (
          <Button kind="secondary" onClick={() => presses.ask('cancel')}>
            Cancel
          </Button>
        ) : null}
        {repeatable ? (
          <Button kind="secondary" onClick={() => presses.ask('again')}>
            Run again from the start
          </Button>
        ) : null}
      </div>
      {replayable ? (
        <label className="as-it-was">
          <input
            type="checkbox"
            checked={asItWas}
            onChange={({ currentTarget }) => setAsItWas(currentTarget.checked)}
          />
          <span>Replay the Applet as it was then, not as it is now</span>
        </label>
      ) : null}
      <ErrorPanel title={presses.problem} />
      <ConfirmDialog
        open={question !== null}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        busy={press.kind === 'working'}
        onCancel={presses.decline}
        onConfirm={presses.confirm}
      >
        <p>{question?.means}</p>
      </ConfirmDialog>
    </div>
  )
}

function doDeed(id: string, deed: Exclude<Deed, 'again'>, as_it_was: boolean): Promise<RunsTaken> {
  switch (deed) {
    case 'replay':
      return runApi.replay(id, as_it_was)
    case 'try':
      return runApi.tryNow(id)
    case 'cancel':
      return runApi.cancel(id)
  }
}
