import { join } from 'node:path'
import type { calendar_v3 } from '@googleapis/calendar'
import type { HeldCall, Published } from '../../stand-ins/doubles/published/held-to.ts'
import { typeProblemsOf } from '../../stand-ins/doubles/published/published-types.ts'
import type * as types from './mail-and-calendar-types.ts'

type Named = {
  Message: types.Message
  Event: types.Event
  Events: types.Events
  CalendarList: types.CalendarList
  CalendarListEntry: types.CalendarListEntry
}
type Endpoint = {
  method: string
  path: RegExp
  query: readonly string[]
  body?: keyof Named
  answer: keyof Named
}

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
const endpoints: Endpoint[] = [
  {
    method: 'POST',
    path: /^\/gmail\/v1\/users\/me\/messages\/send$/,
    query: [],
    body: 'Message',
    answer: 'Message',
  },
  { method: 'GET', path: new RegExp(`${CALENDAR}/calendars/[^/]+/events$`), query: LIST, answer: 'Events' },
  {
    method: 'POST',
    path: new RegExp(`${CALENDAR}/calendars/[^/]+/events$`),
    query: INSERT,
    body: 'Event',
    answer: 'Event',
  },
  {
    method: 'POST',
    path: new RegExp(`${CALENDAR}/calendars/[^/]+/events/quickAdd$`),
    query: QUICK_ADD,
    answer: 'Event',
  },
  { method: 'GET', path: new RegExp(`${CALENDAR}/users/me/calendarList$`), query: CALENDARS, answer: 'CalendarList' },
  {
    method: 'GET',
    path: new RegExp(`${CALENDAR}/users/me/calendarList/primary$`),
    query: [],
    answer: 'CalendarListEntry',
  },
]

const typeProblems = typeProblemsOf<keyof Named>(join(import.meta.dirname, 'mail-and-calendar-types.ts'))

/** Gmail and Google Calendar, as Google publishes them. Who signed in is asked of its OpenID provider. */
export const publishedGoogleApps: Published = {
  requestProblems: (call) => {
    if (call.path === '/v1/userinfo') return []
    const endpoint = find(call)
    if (!endpoint) return [`${call.method} ${call.path} is not published`]
    const unknown = Object.keys(call.query).filter((name) => !endpoint.query.includes(name))
    return [
      ...unknown.map((name) => `${name} is not a parameter of ${call.path}`),
      ...(endpoint.body ? typeProblems(endpoint.body, call.body) : []),
    ]
  },
  answerProblems: (call, { body }) => {
    const endpoint = find(call)
    return endpoint ? typeProblems(endpoint.answer, body) : []
  },
}

function find({ method, path }: HeldCall): Endpoint | undefined {
  return endpoints.find((each) => each.method === method && each.path.test(path))
}
