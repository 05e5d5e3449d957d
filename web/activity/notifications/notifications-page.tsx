import { useRef } from 'react'
import type { Notification, NotificationsResponse } from '../../../worker/contract/notifications/notification.ts'
import { watchFocus } from '../../browser/document/browser-document.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import type { PageProps } from '../../site/session/session.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { EmptyState } from '../../ui/panel/empty-state.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { usePolled } from '../../ui/state/use-polled.ts'
import './notifications-page.css'
import '../../ui/badge.css'
import '../../ui/pager.css'

export type NotificationsData = NotificationsResponse & { before: string | null; timeZone: string }

/** /my_notifications: what the user's Applets told them. */
export function Page({ data, address: { path } }: PageProps<NotificationsData>) {
  const { before, timeZone, ...first } = data
  // An older page stays as it is.
  const { value, set } = usePolled<NotificationsResponse>(first, before ? null : () => runApi.notifications(), true)
  const { notifications, next, unread } = value
  const [newest] = notifications
  const list = useRef<HTMLOListElement>(null)
  const presses = usePresses<'read'>(async () => {
    if (!newest) return
    const focusMoved = watchFocus()
    const answer = await runApi.readNotifications(newest.created_at)
    set({ ...value, ...answer, notifications: notifications.map((each) => ({ ...each, read: true })) })
    // The pressed button goes.
    if (!focusMoved()) list.current?.focus()
  })
  return (
    <div className="notifications-page column">
      <header>
        <h1>Notifications</h1>
        {unread > 0 ? (
          <Button kind="secondary" size="small" busy={presses.isWorking('read')} onClick={() => presses.press('read')}>
            Mark all as read
          </Button>
        ) : null}
      </header>
      <ErrorPanel title={presses.problem} />
      {notifications.length > 0 ? (
        <ol ref={list} tabIndex={-1} className="notices">
          {notifications.map((each) => (
            <Line key={each.id} notification={each} timeZone={timeZone} />
          ))}
        </ol>
      ) : (
        <EmptyState
          title="No notifications yet"
          text="What your Applets tell you appears here, and failures of those that you watch."
        >
          <ButtonLink kind="secondary" href="/my_applets">
            My Applets
          </ButtonLink>
        </EmptyState>
      )}
      {next || before ? (
        <nav className="pager" aria-label="Pages">
          {before ? (
            <ButtonLink kind="secondary" size="small" href={path}>
              Newest
            </ButtonLink>
          ) : null}
          {next ? (
            <ButtonLink kind="secondary" size="small" rel="next" href={`${path}?before=${encodeURIComponent(next)}`}>
              Older
            </ButtonLink>
          ) : null}
        </nav>
      ) : null}
      <p>
        <a href="/settings#notifications">Where notifications are shown</a>
      </p>
    </div>
  )
}

function Line({ notification, timeZone }: { notification: Notification; timeZone: string }) {
  const { text, link, applet, created_at, read } = notification
  return (
    <li className={read ? 'notice' : 'notice unread'}>
      <p className="text">
        {read ? null : <span className="badge good">New</span>} {link ? <Linked link={link} text={text} /> : text}
      </p>
      <p className="from">
        {applet ? <>{applet.path ? <a href={applet.path}>{applet.name}</a> : applet.name} · </> : null}
        <time dateTime={new Date(created_at).toISOString()}>
          {dayInWords(created_at, timeZone)}, {timeInWords(created_at, timeZone)}
        </time>
      </p>
    </li>
  )
}

/** An address on the web opens in a tab of its own. */
function Linked({ link, text }: { link: string; text: string }) {
  if (link.startsWith('/')) return <a href={link}>{text}</a>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
