import {
  SECURITY_EVENTS,
  type SecurityEventRow,
  type SecurityEventsPage,
} from '../../../worker/contract/accounts/security-events.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { countryName } from '../../ui/country/country-names.ts'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import './security-event-list.css'
import '../../ui/badge/badge.css'
import '../../ui/pager/pager.css'

/** `before`: the cursor of an older page, null for the newest one. */
type Props = SecurityEventsPage & { before: string | null; timeZone: string }

/** What happened to the user's account in the last 90 days. Older pages have addresses of their own. */
export function SecurityEventList({ events, next, before, timeZone }: Props) {
  return (
    <section className="security-events" aria-labelledby="security-events">
      <h2 id="security-events">What happened to your account</h2>
      <p>We keep this list for 90 days. If something was not you, choose a new password and end the other sessions.</p>
      {events.length > 0 ? (
        <ol className="rows">
          {events.map((event) => (
            <Row key={event.id} event={event} timeZone={timeZone} />
          ))}
        </ol>
      ) : (
        <p className="none">Nothing has happened yet.</p>
      )}
      {next || before ? (
        <nav className="pager" aria-label="Pages of security events">
          {before ? (
            <ButtonLink kind="secondary" size="small" href="/settings#security-events">
              Newest
            </ButtonLink>
          ) : null}
          {next ? (
            <ButtonLink kind="secondary" size="small" rel="next" href={olderPath(next)}>
              Older
            </ButtonLink>
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
    <li className={event.outcome === 'refused' ? 'event refused' : 'event'}>
      <p className="what">
        {eventInWords(event)} {current ? <span className="badge">This device</span> : null}
      </p>
      <p className="where">
        {device}
        {country ? `, ${countryName(country)}` : ''} ·{' '}
        <time dateTime={new Date(created_at).toISOString()}>
          {dayInWords(created_at, timeZone)}, {timeInWords(created_at, timeZone)}
        </time>
      </p>
    </li>
  )
}

/** A kind that a newer version recorded has no words here yet. */
function eventInWords({ kind, outcome }: SecurityEventRow): string {
  const words: { done: string; refused: string | null } | undefined = SECURITY_EVENTS[kind]
  return words?.[outcome] ?? words?.done ?? 'Something else'
}
