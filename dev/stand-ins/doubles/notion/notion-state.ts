import { randomUUID } from 'node:crypto'
import type { DoubleContext } from '../context/double-context.ts'

export type PropertyType = 'title' | 'rich_text' | 'number' | 'select' | 'checkbox' | 'date'
export type NotionDatabase = { id: string; title: string; shared: boolean; schema: Record<string, PropertyType> }
/** `database`: null for a page of the workspace. `values` by the property's name, without the title. */
export type NotionPage = {
  id: string
  database: string | null
  title: string
  values: Record<string, string | number | boolean>
  created: number
  edited: number
  blocks: string[]
}
type NotionState = {
  databases: NotionDatabase[]
  pages: NotionPage[]
}

export const BOT = 'b07b07b0-0000-4000-8000-000000000001'
export const OWNER = 'ada0ada0-0000-4000-8000-000000000002'
export const TASKS = '7a5c0000-0000-4000-8000-00000000000a'
const SECRET_DIARY = '5ec40000-0000-4000-8000-00000000000b'
export const NOTES = '9a9e0000-0000-4000-8000-00000000000c'

export function notionState(ctx: DoubleContext): NotionState {
  return ctx.state(() => ({
    databases: [
      {
        id: TASKS,
        title: 'Garden tasks',
        shared: true,
        schema: { Name: 'title', Status: 'select', Cups: 'number', Done: 'checkbox', Day: 'date', Notes: 'rich_text' },
      },
      { id: SECRET_DIARY, title: 'Diary', shared: false, schema: { Name: 'title' } },
    ],
    pages: [aPage({ id: NOTES, title: 'Garden notes' }, minuteOf(ctx.now()))],
  }))
}

export function aPage(given: Partial<NotionPage> & { title: string }, now: number): NotionPage {
  return { id: randomUUID(), database: null, values: {}, created: now, edited: now, blocks: [], ...given }
}

/** Notion rounds times down to the minute. */
export function minuteOf(at: number): number {
  return at - (at % 60_000)
}

const CODES: Record<number, string> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'restricted_resource',
  404: 'object_not_found',
  409: 'conflict_error',
  429: 'rate_limited',
  503: 'service_unavailable',
}

export function refuseAsNotion(status: number, message = 'A test or the page requested this failure.'): Response {
  const code = CODES[status] ?? 'internal_server_error'
  return Response.json({ object: 'error', status, code, message, request_id: randomUUID() }, { status })
}
