import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { Ingredients, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { ingredient } from '../format/define-service.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import { sendJson } from '../format/http/send-json.ts'
import { propertyText, titleOf } from './page-properties.ts'

export const NOTION = {
  id: 'notion',
  name: 'Notion',
  hosts: ['api.notion.com'],
  headers: { 'notion-version': '2025-09-03' },
}

type NotionCall = Omit<Parameters<typeof sendJson>[1], 'address' | 'max_bytes'> & { path: string }

/** A page of Notion with many properties is long, in bytes. */
const LARGEST = 2 << 20

export function askNotion({ path, ...call }: NotionCall, io: StepIo): Promise<StepOutcome<unknown>> {
  return sendJson(NOTION, { ...call, address: io.base_url + path, max_bytes: LARGEST }, io)
}

type NotionList = { results: unknown[]; next: string | null }

/** One page of a list that is asked for with POST. `cursor`: where the page before ended. */
export async function listAt(
  path: string,
  { cursor, ...json }: { cursor: string | null; [property: string]: unknown },
  io: StepIo,
): Promise<StepOutcome<NotionList>> {
  const body = { ...json, ...(cursor !== null && { start_cursor: cursor }) }
  const asked = await askNotion({ method: 'POST', path, json: body }, io)
  if (!asked.ok) return asked
  const results = readPlace(asked.value, '$.results')
  if (!Array.isArray(results)) return protocolProblem(NOTION, 200)
  return { ok: true, value: { results, next: toId(readPlace(asked.value, '$.next_cursor')) } }
}

const EXAMPLE_URL = 'https://www.notion.so/Water-the-ferns-0123456789abcdef0123456789abcdef'

export const pageIngredients = [
  ingredient('Title', 'Title', 'text', 'Water the ferns'),
  ingredient('PageUrl', 'Address', 'url', EXAMPLE_URL),
  ingredient('Properties', 'Properties', 'text', 'Status: Open'),
  ingredient('CreatedAt', 'Created at', 'datetime', '2026-03-01T08:00:00.000Z'),
  ingredient('EditedAt', 'Last edited at', 'datetime', '2026-03-01T09:00:00.000Z'),
]

/** A page as Notion's API gives it, for the samples. */
export const examplePage = {
  object: 'page',
  id: '01234567-89ab-cdef-0123-456789abcdef',
  created_time: '2026-03-01T08:00:00.000Z',
  last_edited_time: '2026-03-01T09:00:00.000Z',
  url: EXAMPLE_URL,
  properties: {
    Status: { id: 'a', type: 'select', select: { name: 'Open' } },
    Name: { id: 'title', type: 'title', title: [{ plain_text: 'Water the ferns' }] },
  },
}

export function toPage(page: unknown): Ingredients {
  const properties = readPlace(page, '$.properties')
  return {
    Title: titleOf(page),
    PageUrl: toId(readPlace(page, '$.url')) ?? '',
    Properties: Object.entries(Object(properties))
      .filter(([, property]) => readPlace(property, '$.type') !== 'title')
      .map(([name, property]) => `${name}: ${propertyText(property)}`)
      .join('\n'),
    CreatedAt: toId(readPlace(page, '$.created_time')),
    EditedAt: toId(readPlace(page, '$.last_edited_time')),
  }
}
