import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import { readPlace } from '../format/answer-place.ts'
import { askRequest } from '../format/http/ask-request.ts'
import type { Ask, Asking } from '../format/service-code.ts'
import { NOTION } from './notion-api.ts'
import { fillProperties, paragraphs, richText } from './page-properties.ts'

type AskNotion = Ask<ActionDefinition['run']>

/** Adds a page, with properties of the types that its database gives them. */
export function addPage(add: AskNotion) {
  return async (call: Asking, io: StepIo) => {
    const { database = '', title = '', properties = '', text = '' } = call.fields
    const asked = await askRequest(NOTION, { name: 'data_source', values: { database } }, io)
    if (!asked.ok) return asked
    const filled = fillProperties(properties, readPlace(asked.value.value, '$.properties'))
    if (!filled.ok) return failedOutcome({ failure: 'input', message: filled.problem })
    const all = { ...filled.properties, title: { title: richText(title) } }
    return add({ ...call, values: { properties: JSON.stringify(all), children: blocksOf(text) } }, io)
  }
}

/** Adds paragraphs to a page. */
export function appendText(append: AskNotion) {
  return (call: Asking, io: StepIo) =>
    append({ ...call, values: { children: blocksOf(call.fields['text'] ?? '') } }, io)
}

/** Empty without a paragraph. */
function blocksOf(text: string): string {
  const blocks = paragraphs(text)
  return blocks.length === 0 ? '' : JSON.stringify(blocks)
}
