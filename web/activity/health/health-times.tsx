import { useState } from 'react'
import type { AppletHealth } from '../../../worker/contract/runs/applet-run.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { dayInWords, timeInWords, type Clock } from '../../ui/dates/dates.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { Moment } from '../activity-summary.tsx'
import { countOfRuns } from '../../ui/run-state/count-of-runs.ts'

const CONNECTIONS = {
  none: 'Needs none',
  working: 'Works',
  broken: 'No longer works',
  failing: 'Its last look failed',
} as const

type Props = {
  appletId: number
  health: AppletHealth
  connection: Exclude<keyof typeof CONNECTIONS, 'failing'>
  clock: Clock
  onChecked: () => Promise<void>
}

/** When the Applet was last checked, last had an event, and is checked or runs next. */
export function HealthTimes({ appletId, health, connection, clock, onChecked }: Props) {
  const [before, setBefore] = useState<AppletHealth | null>(null)
  const presses = usePresses<'check'>(async () => {
    setBefore(health)
    await runApi.checkNow(appletId)
    await onChecked()
  })
  const { last_checked, last_event, next_check, by_clock = false, open_runs, look_failed } = health
  const { state } = presses
  // A trigger that waits for requests is never asked, nor is the clock.
  const asked = !by_clock && (last_checked !== null || next_check !== null)
  return (
    <>
      <dl>
        {asked ? <Moment name="Last checked" time={last_checked} clock={clock} /> : null}
        <Moment name="Last event" time={last_event} clock={clock} />
        {next_check !== null && connection !== 'broken' ? (
          <div>
            <dt>{by_clock ? 'Next run' : 'Next check'}</dt>
            <dd>
              <time dateTime={new Date(next_check).toISOString()}>{soonInWords(next_check, clock)}</time>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Connection</dt>
          <dd>{CONNECTIONS[connection === 'working' && look_failed ? 'failing' : connection]}</dd>
        </div>
        {open_runs > 0 ? (
          <div>
            <dt>Not finished</dt>
            <dd>{countOfRuns(open_runs)}</dd>
          </div>
        ) : null}
      </dl>
      {asked ? (
        <div className="check">
          <Button
            kind="secondary"
            size="small"
            busy={presses.isWorking('check')}
            onClick={() => presses.press('check')}
          >
            Check now
          </Button>
          <output className="quiet-text">
            {before && state.kind === 'idle' && state.problem === null ? checkedWords(before, health) : null}
          </output>
          <ErrorPanel title={presses.problem} />
        </div>
      ) : null}
    </>
  )
}

/** What a check has found since `before`. */
function checkedWords(before: AppletHealth, { last_checked, run_count }: AppletHealth): string {
  if (last_checked === before.last_checked) return 'Checking…'
  return run_count === before.run_count ? 'Nothing new.' : 'Found something new.'
}

/** The time, with its day if that is another one. */
function soonInWords(time: number, { now, timeZone }: Clock): string {
  if (time <= now) return 'now'
  const day = dayInWords(time, timeZone)
  const at = timeInWords(time, timeZone)
  return day === dayInWords(now, timeZone) ? at : `${day}, ${at}`
}
