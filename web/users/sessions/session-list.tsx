import type { SessionRow } from '../../../worker/contract/accounts/me.ts'
import { Button } from '../../ui/button/button.tsx'
import { agoInWords, dayInWords } from '../../ui/dates/dates.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import { deviceInWords } from '../../../worker/contract/accounts/device-name.ts'
import type { SessionsState, Which } from './sessions-flow.ts'
import '../row-list.css'
import '../../ui/badge.css'

type Clock = { now: number; timeZone: string }
type Props = Clock & { state: SessionsState; onEnd: (which: Which) => void }

/** The user's live sessions. */
export function SessionList({ state, onEnd, now, timeZone }: Props) {
  const list = useFocusAfterRemoval<HTMLUListElement>(state.sessions.length)
  const others = state.sessions.some(({ current }) => !current)
  const ending = state.kind === 'ending' ? state.which : null
  return (
    <div className="row-list">
      <ul className="rows" ref={list} tabIndex={-1} aria-label="Sessions">
        {state.sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            busy={ending?.kind === 'one' && ending.id === session.id}
            now={now}
            timeZone={timeZone}
            onEnd={() => onEnd({ kind: 'one', id: session.id })}
          />
        ))}
      </ul>
      {state.kind === 'refused' ? <ErrorPanel title={state.message} /> : null}
      {others ? (
        <Button
          kind="secondary"
          size="small"
          busy={ending?.kind === 'others'}
          onClick={() => onEnd({ kind: 'others' })}
        >
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
