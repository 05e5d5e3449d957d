import { expect, test } from 'vitest'
import type { Notification } from '../../../worker/contract/notifications/notification.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { Page, type NotificationsData } from './notifications-page.tsx'

const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
const notification = (fields: Partial<Notification> = {}): Notification => ({
  id: 'ntf_1',
  text: 'Rain tomorrow',
  link: null,
  applet: { id: 3, name: 'Rain', path: '/applets/rain' },
  created_at: Date.UTC(2026, 10, 20, 23, 30),
  read: true,
  ...fields,
})

function html(data: Partial<NotificationsData> = {}): string {
  const all = { notifications: [], next: null, unread: 0, before: null, timeZone: 'UTC', ...data }
  const address = { path: '/my_notifications', query: {} }
  return htmlOf(<Page data={all} session={session} address={address} />).replaceAll('<!-- -->', '')
}

test('each notification has text, Applet and time', () => {
  const page = html({ notifications: [notification({ link: 'https://sky.test/' })] }).replaceAll('\u202f', ' ')
  expect(page).toMatch(/<a href="https:\/\/sky.test\/" target="_blank" rel="noopener noreferrer">Rain tomorrow<\/a>/)
  expect(page).toContain('<a href="/applets/rain">Rain</a>')
  expect(page).toContain('November 20, 2026, 11:30 PM')
})

test('an unread one says so in words, and all can be marked', () => {
  const page = html({ notifications: [notification({ read: false })], unread: 1 })
  expect(page).toContain('<span class="badge good">New</span>')
  expect(page).toMatch(/<button[^>]*>Mark all as read<\/button>/)
  expect(html({ notifications: [notification()] })).not.toMatch(/Mark all|>New</)
})

test('an empty list says what appears there', () => {
  expect(html()).toContain('No notifications yet')
})

test('pages lead to older ones and back', () => {
  const page = html({ notifications: [notification()], next: '5.ntf_0', before: '9.ntf_2' })
  expect(page).toMatch(/href="\/my_notifications\?before=5.ntf_0"[^>]*>Older/)
  expect(page).toMatch(/href="\/my_notifications"[^>]*>Newest/)
})
