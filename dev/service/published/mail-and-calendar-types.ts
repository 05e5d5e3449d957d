import type { calendar_v3 } from '@googleapis/calendar'
import type { gmail_v1 } from '@googleapis/gmail'

/** Types that Google publishes of its APIs, under the names by which a test checks values. */
type MessageText = Extract<keyof gmail_v1.Schema$Message, 'id' | 'threadId' | 'raw'>
type MessageList = Extract<keyof gmail_v1.Schema$Message, 'labelIds'>
/** Without the comments of Google's properties: their tags would be read as JSON Schema. */
export type Message = { [Name in MessageText]?: string } & { [Name in MessageList]?: string[] }
export type Event = calendar_v3.Schema$Event
export type Events = calendar_v3.Schema$Events
export type CalendarList = calendar_v3.Schema$CalendarList
export type CalendarListEntry = calendar_v3.Schema$CalendarListEntry
