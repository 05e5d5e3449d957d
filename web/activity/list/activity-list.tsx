import type { ActivityEntry, ChangeEntry, RunEntry } from '../../../worker/contract/activity/activity-entry.ts'
import type { NamedApplet } from '../../../worker/contract/runs/run-answers.ts'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { Glyph, type GlyphName } from '../../ui/glyph.tsx'
import { RunStateGlyph, toneOf } from '../../ui/run-state/run-state-badge.tsx'
import { HOLD_WORDS } from '../../../worker/contract/runs/hold-words.ts'
import { RUN_STATE_WORDS } from '../../ui/run-state/run-state-words.ts'
import { entryInWords } from './activity-words.ts'
import './activity-list.css'
import '../../ui/badge.css'

type Props = {
  entries: readonly ActivityEntry[]
  timeZone: string
  withApplet: boolean
}

/** Runs and changes grouped by day in the viewer's time zone. */
export function ActivityList({ entries, timeZone, withApplet }: Props) {
  return (
    <div className="activity-list">
      {byDay(entries, timeZone).map(({ day, entries: ofDay }) => (
        <section key={day} aria-label={day}>
          <h2>{day}</h2>
          <ol className="entries">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} timeZone={timeZone} withApplet={withApplet} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function byDay(entries: readonly ActivityEntry[], timeZone: string): { day: string; entries: ActivityEntry[] }[] {
  const days = Map.groupBy(entries, ({ created_at }) => dayInWords(created_at, timeZone))
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }))
}

type EntryProps = { entry: ActivityEntry; timeZone: string; withApplet: boolean }

function Entry({ entry, timeZone, withApplet }: EntryProps) {
  const applet = withApplet ? entry.applet : null
  return (
    <li className={`entry ${entry.category === 'run' ? `run ${toneOf(entry.state)}` : entry.category}`}>
      {entry.category === 'run' ? <Run run={entry} applet={applet} /> : <Change change={entry} applet={applet} />}
      <time dateTime={new Date(entry.created_at).toISOString()}>{timeInWords(entry.created_at, timeZone)}</time>
    </li>
  )
}

const CAUSES: Record<RunEntry['cause'], string | null> = { event: null, test: 'Test', again: 'Run again' }

function Run({ run, applet }: { run: RunEntry; applet: NamedApplet | null }) {
  const cause = CAUSES[run.cause]
  const state = RUN_STATE_WORDS[run.state]
  return (
    <>
      <span className="mark">
        <RunStateGlyph state={run.state} />
      </span>
      <div className="words">
        <p className="title">
          <a href={`/activity/runs/${run.id}`}>
            {applet?.name ?? state}
            {applet ? <span className="visually-hidden">{`: ${state}`}</span> : null}
          </a>
          {cause ? <span className="badge">{cause}</span> : null}
        </p>
        <Note parts={[applet && state, run.message ?? (run.hold ? HOLD_WORDS[run.hold] : null)]} />
      </div>
    </>
  )
}

const MARKS = { change: 'person', failure: 'alert' } as const satisfies Record<ChangeEntry['category'], GlyphName>

function Change({ change, applet }: { change: ChangeEntry; applet: NamedApplet | null }) {
  const { title, note } = entryInWords(change)
  return (
    <>
      <span className="mark">
        <Glyph name={MARKS[change.category]} size={20} />
      </span>
      <div className="words">
        <p className="title">{applet ? <AppletName applet={applet} /> : title}</p>
        <Note parts={[applet && title, note]} />
        {change.kind === 'connection_broken' ? <a href="/settings/connections">Repair it</a> : null}
      </div>
    </>
  )
}

function Note({ parts }: { parts: readonly (string | null)[] }) {
  const text = parts.filter((part) => part !== null && part !== '').join(' · ')
  return text ? <p className="note">{text}</p> : null
}

function AppletName({ applet: { name, path } }: { applet: NamedApplet }) {
  return path ? <a href={path}>{name}</a> : name
}
