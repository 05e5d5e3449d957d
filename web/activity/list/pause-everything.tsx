import { useState } from 'react'
import { DAY } from '../../../worker/contract/shared/durations.ts'
import { watchFocus } from '../../browser/document/browser-document.ts'
import { focusWhenShown } from '../../browser/document/when-shown.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import '../../ui/notice.css'
import './pause-everything.css'

const SPANS = [
  { label: '1 day', value: '1' },
  { label: '3 days', value: '3' },
  { label: '1 week', value: '7' },
  { label: '2 weeks', value: '14' },
  { label: '30 days', value: '30' },
]

type Props = { pausedUntil: number | null; timeZone: string; now: number }

/** "Pause everything until": what comes meanwhile is held. */
export function PauseEverything({ pausedUntil, timeZone, now }: Props) {
  const [until, setUntil] = useState(pausedUntil)
  const [days, setDays] = useState('1')
  const presses = usePresses<'pause' | 'resume'>(async (deed) => {
    const focusMoved = watchFocus()
    const answer = await runApi.pause(deed === 'pause' ? now + Number(days) * DAY : null)
    setUntil(answer.paused_until)
    // The pressed button goes with what it has done.
    if (!focusMoved()) focusWhenShown([deed === 'pause' ? '.pause-everything > button' : '.pause-everything summary'])
  })
  const { state } = presses
  const problem = <ErrorPanel title={presses.problem} />
  if (until !== null) {
    return (
      <div className="pause-everything notice-box">
        <p>
          <strong>All your Applets are paused</strong> until {dayInWords(until, timeZone)},{' '}
          {timeInWords(until, timeZone)}. What comes meanwhile is held and runs then.
        </p>
        <Button kind="secondary" size="small" busy={state.kind === 'working'} onClick={() => presses.press('resume')}>
          Resume now
        </Button>
        {problem}
      </div>
    )
  }
  return (
    <details className="pause-everything">
      <summary>Pause everything</summary>
      <div className="panel">
        <p>No Applet runs until then. What comes meanwhile is held and runs afterwards.</p>
        <SelectField
          label="For how long"
          options={SPANS}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <Button kind="secondary" size="small" busy={state.kind === 'working'} onClick={() => presses.press('pause')}>
          Pause all my Applets
        </Button>
        {problem}
      </div>
    </details>
  )
}
