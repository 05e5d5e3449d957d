import type { NamedApplet } from '../runs/run-answers.ts'

export const NOTIFICATIONS_PAGE_SIZE = 30
/** `before=`: the time and id of the previous page's last notification. */
export const NOTIFICATIONS_CURSOR = /^(\d{1,15})\.([\w-]{1,80})$/
/** Up to this number the menu counts unread ones. */
export const UNREAD_MAX = 9
/** Not /notifications: that is the page of the service. */
export const NOTIFICATIONS_PATH = '/my_notifications'

/** A message of an Applet to its user. Time in ms. `link` is a path of ours or an address on the web. */
export type Notification = {
  id: string
  text: string
  link: string | null
  applet: NamedApplet | null
  created_at: number
  read: boolean
}

/** GET /api/notifications: newest first. `next` is the `before=` of the following page. */
export type NotificationsResponse = { notifications: Notification[]; next: string | null; unread: number }
