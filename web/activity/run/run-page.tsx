import type { NamedApplet, RunResponse } from '../../../worker/contract/runs/run-answers.ts'
import { hasRunEnded, type HoldReason, type RunDetail } from '../../../worker/contract/runs/applet-run.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import type { PageProps } from '../../site/session/session.ts'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePolled } from '../../ui/state/use-polled.ts'
import { RunStateBadge } from '../../ui/run-state/run-state-badge.tsx'
import { HOLD_WORDS } from '../../../worker/contract/runs/hold-words.ts'
import { RunActions } from './run-actions.tsx'
import { RunEventPart } from './run-event.tsx'
import { runSentence } from './run-sentence.ts'
import { RunSteps } from './run-steps.tsx'
import { Reference } from '../../site/reference.tsx'
import './run-page.css'
import '../../ui/badge.css'
import '../../ui/trail.css'

type ShownRun = RunResponse['run']
/** `run` is null while runs cannot be read. */
export type RunPageData = { run: ShownRun | null; timeZone: string }

/** /activity/runs/{id}: one run with its event, its steps and what to do about it. */
export function Page({ data, address: { path } }: PageProps<RunPageData>) {
  return (
    <div className="run-page column">
      <p className="trail">
        <a href="/activity">Activity</a>
        <AppletLink applet={data.run?.applet ?? null} />
      </p>
      {data.run ? <OpenedRun first={data.run} timeZone={data.timeZone} /> : <Unavailable path={path} />}
    </div>
  )
}

function AppletLink({ applet }: { applet: NamedApplet | null }) {
  if (!applet) return null
  return <span>{applet.path ? <a href={applet.path}>{applet.name}</a> : applet.name}</span>
}

function Unavailable({ path }: { path: string }) {
  return (
    <>
      <h1>Run</h1>
      <ErrorPanel
        title="Runs can't be read right now"
        action={
          <ButtonLink kind="secondary" size="small" href={path}>
            Try again
          </ButtonLink>
        }
      >
        Nothing is lost. Please try again in a moment. <Reference />
      </ErrorPanel>
    </>
  )
}

function OpenedRun({ first, timeZone }: { first: ShownRun; timeZone: string }) {
  const read = async () => (await runApi.run(first.id)).run
  const { value: run, set, hurry } = usePolled(first, read, !hasRunEnded(first.state))
  const { applet } = run
  async function refresh() {
    hurry()
    set(await read())
  }
  return (
    <>
      <header>
        <h1>{runSentence(run)}</h1>
        <p className="state" aria-live="polite">
          <RunStateBadge state={run.state} />
          {run.cause === 'event' ? null : <span className="badge">{run.cause === 'test' ? 'Test' : 'Run again'}</span>}
          <Moments run={run} timeZone={timeZone} />
        </p>
        {run.hold ? (
          <Held hold={run.hold} applet={applet} />
        ) : run.message && run.state !== 'done' ? (
          <p className="message">{run.message}</p>
        ) : null}
      </header>
      <RunActions run={run} onChanged={refresh} />
      <RunEventPart
        event={run.event}
        trigger={run.steps.find(({ kind }) => kind === 'trigger') ?? null}
        timeZone={timeZone}
      />
      <RunSteps run={run} timeZone={timeZone} onChanged={refresh} />
    </>
  )
}

type HeldProps = { hold: HoldReason; applet: NamedApplet | null }

/** Why it is held, and where its user ends that. */
function Held({ hold, applet }: HeldProps) {
  const way = wayOn(hold, applet)
  return (
    <p className="message">
      {HOLD_WORDS[hold]} {way === null ? null : <a href={way.path}>{way.label}</a>}
    </p>
  )
}

/** Null where it goes on by itself. */
function wayOn(hold: HoldReason, applet: NamedApplet | null): { path: string; label: string } | null {
  switch (hold) {
    case 'plan':
      return { path: '/plans', label: 'See plans' }
    case 'connection':
      return { path: '/settings/connections', label: 'Open your connections' }
    case 'paused':
      return { path: '/activity', label: 'Change that' }
    case 'reconnected':
      return applet?.path ? { path: applet.path, label: `Open ${applet.name}` } : null
    case 'pace':
    case 'host':
    case 'calls':
    case 'filter':
    case 'service_off':
    case 'internal':
      return null
    default:
      return hold satisfies never
  }
}

type MomentsProps = { run: Pick<RunDetail, 'at' | 'due' | 'ended_at' | 'state' | 'hold'>; timeZone: string }

function Moments({ run: { at, due, ended_at, state, hold }, timeZone }: MomentsProps) {
  // A run that waits for its user is only given up then.
  const isTriedThen = state !== 'calling' && hold !== 'connection' && hold !== 'reconnected'
  const took = ended_at === null ? null : tookInWords(ended_at - at)
  return (
    <span className="moments">
      <time dateTime={new Date(at).toISOString()}>
        {dayInWords(at, timeZone)}, {timeInWords(at, timeZone)}
      </time>
      {took ? ` · took ${took}` : null}
      {due !== null && isTriedThen ? (
        <>
          {state === 'waiting' ? ' · continues ' : ' · next try '}
          <time dateTime={new Date(due).toISOString()}>
            {dayInWords(due, timeZone)}, {timeInWords(due, timeZone)}
          </time>
        </>
      ) : null}
    </span>
  )
}

function tookInWords(ms: number): string {
  if (ms < 1000) return `${Math.max(0, ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}
