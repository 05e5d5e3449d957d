import type { SessionRow } from '../../../worker/contract/accounts/me.ts'
import { Button } from '../../ui/button/button.tsx'
import { agoInWords, dayInWords } from '../../ui/dates/dates.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import type { Presses } from '../../ui/press/use-presses.ts'
import { OTHERS } from './use-sessions.ts'
import { deviceInWords } from '../../../worker/contract/accounts/device-name.ts'
import '../row-list.css'
import '../../ui/badge.css'

type Clock = { now: number; timeZone: string }
type Props = Clock & {
  sessions: readonly SessionRow[]
  presses: Pick<Presses<string>, 'problem' | 'press' | 'isWorking'>
}

/** The user's live sessions. */
export function SessionList({ sessions, presses: { problem, press, isWorking }, now, timeZone }: Props) {
  const list = useFocusAfterRemoval<HTMLUListElement>(sessions.length)
  return (
    <div className="row-list">
      <ul className="rows" ref={list} tabIndex={-1} aria-label="Sessions">
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            busy={isWorking(session.id)}
            now={now}
            timeZone={timeZone}
            onEnd={() => press(session.id)}
          />
        ))}
      </ul>
      <ErrorPanel title={problem} />
      {sessions.some(({ current }) => !current) ? (
        <Button kind="secondary" size="small" busy={isWorking(OTHERS)} onClick={() => press(OTHERS)}>
          End all other sessions
        </Button>
      ) : null}
    </div>
  )
}

type RowProps = Clock & { session: SessionRow; busy: boolean; onEnd: () => void }

function Row({ session, busy, now, timeZone, onEnd }: RowProps) {
  const device = deviceInWords(session.user_agent)
  const since = `Signed in ${dayInWords(session.created_at, timeZone)}`
  return (
    <li className="row">
      <div className="words">
        <p className="name">
          {device} {session.current ? <span className="badge">This device</span> : null}
        </p>
        <p className="about">
          {session.current ? since : `Last seen ${agoInWords(session.last_seen_at, now, timeZone)} · ${since}`}
        </p>
      </div>
      {session.current ? null : (
        <Button kind="secondary" size="small" busy={busy} aria-label={`End session: ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
