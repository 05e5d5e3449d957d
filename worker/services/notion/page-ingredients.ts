import type { QueryDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { Ingredients } from '../../system/runner-api/step-outcome.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { ingredient } from '../format/define-service.ts'
import type { Ask, Asking, TriggerCode } from '../format/service-code.ts'
import { propertiesText } from './page-properties.ts'

const EXAMPLE_URL = 'https://www.notion.so/Water-the-ferns-0123456789abcdef0123456789abcdef'

/** `Properties` is JSON until `withText` has made lines of it. */
export const pageIngredients = [
  ingredient('Title', 'Title', 'text', 'Water the ferns', '$.properties[type=title].title[+].plain_text'),
  ingredient('PageUrl', 'Link', 'url', EXAMPLE_URL, '$.url'),
  ingredient('Properties', 'Properties', 'text', 'Status: Open', '$.properties'),
  ingredient('CreatedAt', 'Created at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_time'),
  ingredient('EditedAt', 'Last edited at', 'datetime', '2026-03-01T09:00:00.000Z', '$.last_edited_time'),
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

/** `isTold`: whether this page starts the trigger. */
function polledPages(isTold: (page: Ingredients) => boolean): TriggerCode {
  return {
    polled: ({ poll }) => ({
      poll: async (call, io) => {
        const asked = await poll(call, io)
        if (!asked.ok) return asked
        const told = asked.value.items.filter(({ ingredients }) => isTold(ingredients))
        const items = told.map((item) => ({ ...item, ingredients: withText(item.ingredients) }))
        return { ok: true, value: { ...asked.value, items } }
      },
    }),
  }
}

export const newPages = polledPages(() => true)
/** Notion rounds times to minutes, so a page that was only added is not edited. */
export const editedPages = polledPages(({ CreatedAt, EditedAt }) => CreatedAt !== EditedAt)

export const foundPages = {
  asked: (ask: Ask<QueryDefinition['run']>) => async (call: Asking, io: StepIo) => {
    const found = await ask(call, io)
    return found.ok ? { ok: true as const, value: found.value.map(withText) } : found
  },
}

function withText(page: Ingredients): Ingredients {
  return { ...page, Properties: propertiesText(parseJson(String(page['Properties']))) }
}
