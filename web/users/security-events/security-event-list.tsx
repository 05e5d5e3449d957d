import {
  SECURITY_EVENTS,
  type SecurityEventRow,
  type SecurityEventsPage,
} from '../../../worker/contract/accounts/security-events.ts'
import { countryName } from '../../ui/country-names.ts'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { EarlierWorkList } from './earlier-work-list.tsx'
import './security-event-list.css'
import '../../ui/badge.css'

/** `before`: the cursor of an older page, null for the newest one. */
type Props = SecurityEventsPage & { before: string | null; timeZone: string }

/** The events of the user's account in the last 90 days. Older pages have addresses of their own. */
export function SecurityEventList({ events, next, earlier, before, timeZone }: Props) {
  return (
    <section className="security-events" aria-labelledby="security-events">
      <h2 id="security-events">What happened to your account</h2>
      <p>We keep this list for 90 days. If something was not you, choose a new password and end the other sessions.</p>
      <EarlierWorkList {...earlier} />
      {events.length > 0 ? (
        <ol className="rows">
          {events.map((event) => (
            <Row key={event.id} event={event} timeZone={timeZone} />
          ))}
        </ol>
      ) : (
        <p>Nothing has happened yet.</p>
      )}
      {next || before ? (
        <nav aria-label="Pages of security events">
          {before ? <a href="/settings#security-events">Newest</a> : null}{' '}
          {next ? (
            <a rel="next" href={olderPath(next)}>
              Older
            </a>
          ) : null}
        </nav>
      ) : null}
    </section>
  )
}

function olderPath(next: string): string {
  return `/settings?events_before=${encodeURIComponent(next)}#security-events`
}

function Row({ event, timeZone }: { event: SecurityEventRow; timeZone: string }) {
  const { device, country, current, created_at } = event
  return (
    <li className="event">
      <p>
        <strong>{eventInWords(event)}</strong> {current ? <span className="badge">This device</span> : null}
      </p>
      <p>
        <small>
          {device}
          {country ? `, ${countryName(country)}` : ''} ·{' '}
          <time dateTime={new Date(created_at).toISOString()}>
            {dayInWords(created_at, timeZone)}, {timeInWords(created_at, timeZone)}
          </time>
        </small>
      </p>
    </li>
  )
}

/** A kind that a newer version recorded has no words here yet. */
function eventInWords({ kind, outcome }: SecurityEventRow): string {
  const words: { done: string; refused: string | null } | undefined = SECURITY_EVENTS[kind]
  return words?.[outcome] ?? words?.done ?? 'Something else'
}
