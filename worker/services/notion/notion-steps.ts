import type { FieldOption } from '../../contract/connections/service.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, Poll, QueryDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { ActionResult, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId, toTime } from '../format/answer-place.ts'
import { askNotion, listAt, toPage } from './notion-io.ts'
import { fillProperties, paragraphs, richText, titleOf } from './page-properties.ts'

const OPTION_PAGES = 3

/** Lists the things that the user has shared with the app, by title. */
export function listShared(kind: 'data_source' | 'page') {
  return async (io: StepIo): Promise<StepOutcome<FieldOption[]>> => {
    const options: FieldOption[] = []
    let cursor: string | null = null
    for (let pages = 0; pages < OPTION_PAGES; pages++) {
      const json = { filter: { property: 'object', value: kind }, page_size: 100, cursor }
      const listed: Awaited<ReturnType<typeof listAt>> = await listAt('/v1/search', json, io)
      if (!listed.ok) return listed
      for (const each of listed.value.results) {
        const id = toId(readPlace(each, '$.id'))
        if (id !== null) options.push({ label: titleOf(each) || 'Untitled', value: id })
      }
      cursor = listed.value.next
      if (cursor === null) break
    }
    return { ok: true, value: options }
  }
}

function queryPath({ database = '' }: Record<string, string>): string {
  return `/v1/data_sources/${encodeURIComponent(database)}/query`
}

/** Pages of a database by one of their times, the newest first. Notion rounds them to minutes. */
export function pollPages(timestamp: 'created_time' | 'last_edited_time'): Poll {
  return async ({ fields, page }, io) => {
    const json = { sorts: [{ timestamp, direction: 'descending' }], page_size: 50, cursor: page }
    const listed = await listAt(queryPath(fields), json, io)
    if (!listed.ok) return listed
    const items = listed.value.results.flatMap((each) => {
      const [id, time] = [toId(readPlace(each, '$.id')), readPlace(each, `$.${timestamp}`)]
      const isNew = timestamp === 'last_edited_time' && time === readPlace(each, '$.created_time')
      if (id === null || isNew) return []
      const item = { at: toTime(time), ingredients: toPage(each) }
      return { ...item, id: timestamp === 'created_time' ? id : `${id} ${String(time)}` }
    })
    const value = { items, next: listed.value.next, etag: null, last_modified: null, unchanged: false, fresh_for: null }
    return { ok: true, value }
  }
}

/** Pages of a database with this text in their title, the last edited first. */
export const findPages: QueryDefinition['run'] = async ({ fields }, io) => {
  const text = (fields['text'] ?? '').trim()
  const json = {
    ...(text !== '' && { filter: { property: 'title', title: { contains: text } } }),
    sorts: [{ timestamp: 'last_edited_time', direction: 'descending' }],
    page_size: 50,
    cursor: null,
  }
  const listed = await listAt(queryPath(fields), json, io)
  return listed.ok ? { ok: true, value: listed.value.results.map(toPage) } : listed
}

export const addPage: ActionDefinition['run'] = async ({ fields }, io) => {
  const { database = '', title = '', properties = '', text = '' } = fields
  const asked = await askNotion({ method: 'GET', path: `/v1/data_sources/${encodeURIComponent(database)}` }, io)
  if (!asked.ok) return asked
  const filled = fillProperties(properties, readPlace(asked.value, '$.properties'))
  if (!filled.ok) return failedOutcome({ failure: 'input', message: filled.problem })
  const json = {
    parent: { type: 'data_source_id', data_source_id: database },
    properties: { ...filled.properties, title: { title: richText(title) } },
    ...(text.trim() !== '' && { children: paragraphs(text) }),
  }
  const added = await askNotion({ method: 'POST', path: '/v1/pages', json }, io)
  return added.ok ? { ok: true, value: resultOf(added.value) } : added
}

export const appendText: ActionDefinition['run'] = async ({ fields }, io) => {
  const { page = '', text = '' } = fields
  const path = `/v1/blocks/${encodeURIComponent(page)}/children`
  const added = await askNotion({ method: 'PATCH', path, json: { children: paragraphs(text) } }, io)
  if (!added.ok) return added
  const url = `https://www.notion.so/${page.replaceAll('-', '')}`
  return { ok: true, value: { id: toId(readPlace(added.value, '$.results[0].id')), url, answer: null } }
}

function resultOf(page: unknown): ActionResult {
  return { id: toId(readPlace(page, '$.id')), url: toId(readPlace(page, '$.url')), answer: null }
}
