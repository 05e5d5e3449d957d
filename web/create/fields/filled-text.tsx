import { CELL_BREAK } from '../../../worker/contract/connections/service.ts'
import { parseText } from '../../../worker/contract/ingredients/parse-text.ts'
import { renderText } from '../../../worker/contract/ingredients/render-text.ts'
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

/** A text as it comes out, with the last event's values or each one's example. */
export function FilledText({ text, source, cells }: Props) {
  const { groups, lastEvent, timeZone } = source
  if (!text.includes('{{')) return null
  const ingredients = groups.flatMap((group) => group.ingredients)
  const examples = new Map(ingredients.map(({ name, example }) => [name, example]))
  const filled = renderText(readable(text), {
    value: (name) => lastEvent?.[name] ?? examples.get(name),
    timezone: timeZone,
    now: EXAMPLE_NOW,
  })
  const shown = filled.length > SHOWN_MAX ? `${filled.slice(0, SHOWN_MAX)}…` : filled
  return (
    <div className="filled-text">
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

/** The text without placeholders that cannot be read, such as one that is being typed. */
function readable(text: string): string {
  return parseText(text)
    .map((part) => (part.kind === 'ingredient' ? part.source : part.kind === 'text' ? part.text : '…'))
    .join('')
}
