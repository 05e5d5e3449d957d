import { useEffect, useEffectEvent, useId } from 'react'
import { triggerOf } from '../../../worker/contract/drafts/draft-steps.ts'
import type { DraftView } from '../../../worker/contract/drafts/draft.ts'
import type { TriedEvent } from '../../../worker/contract/drafts/try-draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { DryRunSteps } from './dry-run-steps.tsx'
import { eventWords } from './event-words.ts'
import { TriedEventPart } from './tried-event.tsx'
import { TriedRun } from './tried-run.tsx'
import { isBusy, type ShownTry, type TryProblem, type TryState } from './try-flow.ts'
import { useTry } from './use-try.ts'
import './try-panel.css'

type TryPanelProps = {
  draft: DraftView
  timeZone: string
  /** Saves what is not saved yet. Resolves with the draft's id, or null where it could not be saved. */
  save: () => Promise<number | null>
  /** The address of a step's panel, `when` and `wait` included. */
  stepHref: (step: string) => string
  /** Opens the upgrade modal for what the plan does not include. */
  onUpgrade: () => void
  /** Told the values of the event that is shown, if it really happened; null otherwise. */
  onEvent: (values: TriedEvent['ingredients'] | null) => void
}

/** A try of the Applet with its last event, dry or once for real. */
export function TryPanel({ draft, timeZone, save, stepHref, onUpgrade, onEvent }: TryPanelProps) {
  const title = useId()
  const tries = useTry(draft.doc, save)
  const { state } = tries
  const event = state.kind === 'shown' ? (state.sample.events[state.chosen] ?? null) : null
  const values = event?.origin === 'seen' || event?.origin === 'live' ? event.ingredients : null
  const tell = useEffectEvent(onEvent)
  useEffect(() => tell(values), [values])
  const trouble = <TryTrouble problem={state.kind === 'fetching' ? null : state.problem} onUpgrade={onUpgrade} />
  return (
    <section className="try-panel" aria-labelledby={title}>
      <h2 id={title}>Try it</h2>
      <p className="quiet-text">See what it would do with your last event. Nothing is sent before you say so.</p>
      <div className="actions">
        <Button
          kind={event ? 'secondary' : 'primary'}
          size="small"
          busy={state.kind === 'fetching'}
          unavailable={isBusy(state) || triggerOf(draft.doc) === null}
          onClick={tries.fetchEvent}
        >
          {event ? 'Get the last event again' : 'Get the last event'}
        </Button>
      </div>
      {triggerOf(draft.doc) === null ? <p className="quiet-text">Choose what starts it first.</p> : null}
      <output className="try-status">{statusWords(state, timeZone)}</output>
      {state.kind === 'shown' && event ? (
        <>
          <TriedEventPart
            sample={state.sample}
            chosen={state.chosen}
            trigger={draft.steps.find(({ kind }) => kind === 'trigger') ?? null}
            timeZone={timeZone}
            stepHref={stepHref}
            onChoose={tries.chooseEvent}
          />
          <TryActions
            state={state}
            isComplete={draft.problems.length === 0}
            onDryRun={() => tries.dryRun(event)}
            onRunOnce={draft.rules.block_user ? onUpgrade : tries.askToRun}
          />
          {trouble}
          <DryRunSteps steps={state.steps} views={draft.steps} stepHref={stepHref} />
          <TriedRun key={state.run} run={state.run} />
          <ConfirmDialog
            open={state.asking}
            title="Do it once now?"
            action="Do it once"
            onCancel={tries.declineToRun}
            onConfirm={() => tries.runOnce(event)}
          >
            <p>
              The actions are really done, with the event above. Your activity shows it as a test, and the event still
              counts as new.
            </p>
          </ConfirmDialog>
        </>
      ) : (
        trouble
      )}
    </section>
  )
}

type ActionsProps = { state: ShownTry; isComplete: boolean; onDryRun: () => void; onRunOnce: () => void }

/** The buttons for the event that is shown. */
function TryActions({ state, isComplete, onDryRun, onRunOnce }: ActionsProps) {
  return (
    <>
      <div className="actions">
        <Button size="small" busy={state.busy === 'dry_run'} unavailable={isBusy(state)} onClick={onDryRun}>
          Show what it would do
        </Button>
        <Button
          kind="secondary"
          size="small"
          busy={state.busy === 'run_once'}
          unavailable={isBusy(state) || !isComplete}
          onClick={onRunOnce}
        >
          Do it once now
        </Button>
      </div>
      {isComplete ? null : <p className="quiet-text">Fill in what is missing before you do it once.</p>}
    </>
  )
}

/** Why a try was refused, and the plans where one would help. */
function TryTrouble({ problem, onUpgrade }: { problem: TryProblem | null; onUpgrade: () => void }) {
  const action = problem?.upgrade ? (
    <Button kind="secondary" size="small" onClick={onUpgrade}>
      See plans
    </Button>
  ) : null
  return <ErrorPanel title={problem?.message ?? null} action={action} />
}

function statusWords(state: TryState, timeZone: string): string {
  if (state.kind === 'empty') return ''
  if (state.kind === 'fetching') return 'Looking for the last event …'
  if (state.busy === 'dry_run') return 'Asking what it would do …'
  if (state.busy === 'run_once') return 'Doing it once …'
  if (state.run !== null) return 'It was started once, as a test.'
  if (state.steps)
    return state.steps.some((step) => step.state === 'failed')
      ? 'Something needs fixing first.'
      : 'This is what it would do.'
  const event = state.sample.events[state.chosen]
  return event ? `${eventWords(event, state.sample.now, timeZone)}.` : ''
}
