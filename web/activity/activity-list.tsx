import type { ActivityEntry } from '../../worker/contract/activity/activity-entry.ts'
import { dayInWords, timeInWords } from '../ui/dates/dates.ts'
import { Glyph, type GlyphName } from '../ui/glyph/glyph.tsx'
import { entryInWords } from './activity-words.ts'

type Props = {
  entries: readonly ActivityEntry[]
  timeZone: string
  /** On a single Applet's page the name is shown once, above the list. */
  withApplet: boolean
}

/** A log grouped by day in the viewer's time zone. */
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

const MARKS = { change: 'person', event: 'bolt', failure: 'alert' } as const satisfies Record<
  ActivityEntry['category'],
  GlyphName
>

type EntryProps = { entry: ActivityEntry; timeZone: string; withApplet: boolean }

function Entry({ entry, timeZone, withApplet }: EntryProps) {
  const { title, note } = entryInWords(entry)
  return (
    <li className={`entry ${entry.category}`}>
      <span className="mark">
        <Glyph name={MARKS[entry.category]} size={20} />
      </span>
      <div className="words">
        <p className="title">{title}</p>
        {withApplet && entry.applet ? <AppletName applet={entry.applet} /> : null}
        {note ? <p className="note">{note}</p> : null}
        {entry.kind === 'connection_broken' ? <a href="/settings/connections">Repair it</a> : null}
      </div>
      <time dateTime={new Date(entry.created_at).toISOString()}>{timeInWords(entry.created_at, timeZone)}</time>
    </li>
  )
}

function AppletName({ applet: { name, path } }: { applet: NonNullable<ActivityEntry['applet']> }) {
  return <p className="applet">{path ? <a href={path}>{name}</a> : name}</p>
}
