import type { ReactNode } from 'react'
import type { AppletHealth } from '../../../worker/contract/runs/applet-run.ts'
import type { AppletRuns } from '../../../worker/contract/runs/run-answers.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { dayInWords, timeInWords, type Clock } from '../../ui/dates/dates.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses, type Presses } from '../../ui/press/use-presses.ts'
import { countOfRuns } from '../../ui/run-state/count-of-runs.ts'
import { stoppedService } from '../../../worker/contract/connections/stopped-service.ts'
import { PAUSE_WORDS, type PauseReason } from '../../../worker/contract/applets/pause-words.ts'
import { HOLD_WORDS } from '../../../worker/contract/runs/hold-words.ts'
import '../../ui/notice.css'

type Deed = 'resume' | 'do' | 'drop' | 'missed'
type Props = { appletId: number; runs: AppletRuns; clock: Clock; onChanged: () => Promise<void> }

/** The problem that keeps the Applet from running, and the press that ends it. */
export function HealthNotices({ appletId, runs: { health, paused_until, stopped_services }, clock, onChanged }: Props) {
  const presses = usePresses<Deed>(async (deed) => {
    if (deed === 'resume') await runApi.resume(appletId)
    else if (deed === 'missed') await runApi.runMissed(appletId)
    else await runApi.resolveHeld(appletId, deed)
    await onChanged()
  })
  return (
    <>
      {paused_until !== null && paused_until > clock.now ? <PausedByUser until={paused_until} clock={clock} /> : null}
      {health === null ? (
        <output className="notice-box">Runs can't be read right now. Please try again in a moment.</output>
      ) : (
        <>
          {health.paused ? <PausedByItself why={health.paused} presses={presses} /> : null}
          {stopped_services.map((name) => (
            <Notice key={name} words={stoppedService(name)} />
          ))}
          {health.held_runs > 0 ? <Held health={health} presses={presses} /> : null}
          {health.note ? <Notice words={health.note} /> : null}
          {health.missed > 0 && !health.paused ? <Missed count={health.missed} presses={presses} /> : null}
        </>
      )}
      <ErrorPanel title={presses.problem} />
    </>
  )
}

function Notice({ words, children }: { words: ReactNode; children?: ReactNode }) {
  return (
    <div className="notice-box">
      <p>{words}</p>
      {children ? <div className="actions">{children}</div> : null}
    </div>
  )
}

type PressProps = { presses: Presses<Deed>; deed: Deed; label: string }

function NoticeButton({ presses, deed, label }: PressProps) {
  return (
    <Button
      kind="secondary"
      size="small"
      busy={presses.isWorking(deed)}
      unavailable={presses.state.kind === 'working'}
      onClick={() => presses.press(deed)}
    >
      {label}
    </Button>
  )
}

function PausedByUser({ until, clock: { timeZone } }: { until: number; clock: Clock }) {
  return (
    <Notice
      words={
        <>
          You paused all your Applets until {dayInWords(until, timeZone)}, {timeInWords(until, timeZone)}.{' '}
          <a href="/activity">Change that</a>
        </>
      }
    />
  )
}

function PausedByItself({ why, presses }: { why: PauseReason; presses: Presses<Deed> }) {
  return (
    <Notice
      words={
        <>
          <strong>Paused by itself,</strong> because {PAUSE_WORDS[why]}.
        </>
      }
    >
      <NoticeButton presses={presses} deed="resume" label="Resume" />
    </Notice>
  )
}

function Held({ health: { held_runs, hold }, presses }: { health: AppletHealth; presses: Presses<Deed> }) {
  const count = countOfRuns(held_runs)
  if (hold !== 'reconnected') {
    return (
      <Notice
        words={
          <>
            <strong>{count} held.</strong> {hold ? HOLD_WORDS[hold] : null}
          </>
        }
      />
    )
  }
  return (
    <Notice
      words={
        <>
          <strong>{count} waited</strong> while a connection did not work. Should they still be done?
        </>
      }
    >
      <NoticeButton presses={presses} deed="do" label="Do them" />
      <Button kind="secondary" size="small" onClick={() => presses.ask('drop')}>
        Drop them
      </Button>
      <ConfirmDialog
        open={presses.state.kind !== 'idle' && presses.state.deed === 'drop'}
        title={`Drop ${count}?`}
        action="Drop"
        busy={presses.state.kind === 'working'}
        onCancel={presses.decline}
        onConfirm={presses.confirm}
      >
        <p>What waited is canceled. You can still find it in the activity.</p>
      </ConfirmDialog>
    </Notice>
  )
}

function Missed({ count, presses }: { count: number; presses: Presses<Deed> }) {
  const shown = count.toLocaleString('en-US')
  return (
    <Notice words={`${shown} ${count === 1 ? 'event' : 'events'} came while this was off.`}>
      <NoticeButton
        presses={presses}
        deed="missed"
        label={count === 1 ? 'Run the missed one' : `Run the ${shown} missed`}
      />
    </Notice>
  )
}
