import { renderText } from '../../../worker/contract/ingredients/render-text.ts'
import type { TextSource } from './step-ingredients.ts'

const SHOWN_MAX = 1000
/** The value of `{{Now}}` in an example: the same on the server and in the browser. */
const EXAMPLE_NOW = Date.UTC(2026, 2, 1, 12)

/** A text with ingredients as it comes out, with the last event's values or each ingredient's example. */
export function FilledText({ text, source }: { text: string; source: TextSource }) {
  const { groups, lastEvent, timeZone } = source
  if (!text.includes('{{')) return null
  const examples = new Map(groups.flatMap(({ ingredients }) => ingredients.map(({ name, example }) => [name, example])))
  const filled = renderText(text, {
    value: (name) => lastEvent?.[name] ?? examples.get(name),
    timezone: timeZone,
    now: EXAMPLE_NOW,
  })
  return (
    <div className="filled-text">
      <p>{lastEvent ? 'With the last event:' : 'With the examples:'}</p>
      <p className="text">{filled.length > SHOWN_MAX ? `${filled.slice(0, SHOWN_MAX)}…` : filled || 'Empty.'}</p>
    </div>
  )
}
