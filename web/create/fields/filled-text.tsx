import { CELL_BREAK } from '../../../worker/contract/connections/service.ts'
import { parseText } from '../../../worker/contract/ingredients/parse-text.ts'
import { renderText } from '../../../worker/contract/ingredients/render-text.ts'
import { wordsOfSlug } from '../../../worker/contract/sentences/in-sentence.ts'
import type { TextSource } from './step-ingredients.ts'

const SHOWN_MAX = 1000
/** The value of `{{Now}}` in an example: the same on the server and in the browser. */
const EXAMPLE_NOW = Date.UTC(2026, 2, 1, 12)

type Props = {
  text: string
  source: TextSource
  /** Whether it is a row of cells. */
  cells: boolean
}

/** A text with ingredients as it comes out, with the last event's values or each ingredient's example. */
export function FilledText({ text, source, cells }: Props) {
  const { groups, lastEvent, timeZone } = source
  if (!text.includes('{{') && !(cells && text.includes(CELL_BREAK))) return null
  const examples = new Map(groups.flatMap(({ ingredients }) => ingredients.map(({ name, example }) => [name, example])))
  const filled = renderText(text, {
    value: (name) => lastEvent?.[name] ?? examples.get(name),
    timezone: timeZone,
    now: EXAMPLE_NOW,
  })
  const shown = filled.length > SHOWN_MAX ? `${filled.slice(0, SHOWN_MAX)}…` : filled
  const names = namesIn(text, source)
  return (
    <div className="filled-text">
      {names === '' ? null : <p>{names}</p>}
      <p>{lastEvent ? 'With the last event:' : 'With the examples:'}</p>
      {cells ? <Cells row={shown} /> : <p className="text">{shown || 'Empty.'}</p>}
    </div>
  )
}

function Cells({ row }: { row: string }) {
  return (
    <ol className="cells">
      {row.split(CELL_BREAK).map((cell, index) => (
        <li key={index} className="text">
          {cell.trim()}
        </li>
      ))}
    </ol>
  )
}

/** The ingredients that a text names otherwise than the list that they were chosen from: `{{Body}}: Whole body`. */
function namesIn(text: string, { groups }: TextSource): string {
  const labels = new Map(groups.flatMap(({ ingredients }) => ingredients.map(({ name, label }) => [name, label])))
  const used = new Set(parseText(text).flatMap((part) => (part.kind === 'ingredient' ? [part.name] : [])))
  return [...used]
    .flatMap((name) => {
      const label = labels.get(name)
      return label === undefined || label === wordsOfSlug(name) ? [] : [`{{${name}}}: ${label}`]
    })
    .join(', ')
}
