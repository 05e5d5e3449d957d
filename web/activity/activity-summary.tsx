import { useId, type ReactNode } from 'react'
import { agoInWords, type Clock } from '../ui/dates/dates.ts'
import './activity-summary.css'

type Props = {
  runs: number
  lastRun: number | null
  lastChange: number | null
  href: string
  clock: Clock
  /** How the Applet is doing now. */
  children?: ReactNode
}

/** Summary of what the Applet did for this user (§2.2). */
export function ActivitySummary({ runs, lastRun, lastChange, href, clock, children }: Props) {
  const title = useId()
  return (
    <section id="activity" className="activity-summary" aria-labelledby={title}>
      <h2 id={title}>Activity</h2>
      <dl>
        <div>
          <dt>Runs</dt>
          <dd>{runs.toLocaleString('en-US')}</dd>
        </div>
        <Moment name="Last run" time={lastRun} clock={clock} />
        <Moment name="Last change" time={lastChange} clock={clock} />
      </dl>
      {children}
      <a href={href}>View activity</a>
    </section>
  )
}

/** An entry of a list: how long ago, or never. */
export function Moment({ name, time, clock: { now, timeZone } }: { name: string; time: number | null; clock: Clock }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {time === null ? (
          'Never'
        ) : (
          <time dateTime={new Date(time).toISOString()}>{agoInWords(time, now, timeZone)}</time>
        )}
      </dd>
    </div>
  )
}
