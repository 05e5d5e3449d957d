import { join } from 'node:path'
import type { calendar_v3 } from '@googleapis/calendar'
import { publishedEndpoints } from '../../stand-ins/doubles/published/published-endpoints.ts'
import { checkOfType } from '../../stand-ins/doubles/published/published-types.ts'
import type * as types from './mail-and-calendar-types.ts'

type Named = {
  Message: types.Message
  Event: types.Event
  Events: types.Events
  CalendarList: types.CalendarList
  CalendarListEntry: types.CalendarListEntry
}
const ofType = (name: keyof Named) => checkOfType(join(import.meta.dirname, 'mail-and-calendar-types.ts'), name)

const LIST = [
  'timeMin',
  'timeMax',
  'orderBy',
  'singleEvents',
  'maxResults',
  'pageToken',
  'fields',
] as const satisfies (keyof calendar_v3.Params$Resource$Events$List)[]
const CALENDARS = [
  'maxResults',
  'minAccessRole',
  'pageToken',
] as const satisfies (keyof calendar_v3.Params$Resource$Calendarlist$List)[]
const INSERT = ['sendUpdates'] as const satisfies (keyof calendar_v3.Params$Resource$Events$Insert)[]
const QUICK_ADD = ['text'] as const satisfies (keyof calendar_v3.Params$Resource$Events$Quickadd)[]

const CALENDAR = '^/calendar/v3'
const message = ofType('Message')
const event = ofType('Event')

/** Gmail and Google Calendar, as Google publishes them. Who signed in is asked of its OpenID provider. */
export const publishedGoogleApps = publishedEndpoints([
  { method: 'GET', path: /^\/v1\/userinfo$/ },
  { method: 'POST', path: /^\/gmail\/v1\/users\/me\/messages\/send$/, body: message, answer: message },
  { method: 'GET', path: new RegExp(`${CALENDAR}/calendars/[^/]+/events$`), query: LIST, answer: ofType('Events') },
  {
    method: 'POST',
    path: new RegExp(`${CALENDAR}/calendars/[^/]+/events$`),
    query: INSERT,
    body: event,
    answer: event,
  },
  { method: 'POST', path: new RegExp(`${CALENDAR}/calendars/[^/]+/events/quickAdd$`), query: QUICK_ADD, answer: event },
  {
    method: 'GET',
    path: new RegExp(`${CALENDAR}/users/me/calendarList$`),
    query: CALENDARS,
    answer: ofType('CalendarList'),
  },
  {
    method: 'GET',
    path: new RegExp(`${CALENDAR}/users/me/calendarList/primary$`),
    answer: ofType('CalendarListEntry'),
  },
])
