import type { PublishedText } from '../../../worker/contract/applets/applet-input.ts'
import { nameProblem, tidyName } from '../../../worker/contract/applets/applet-name.ts'
import {
  DESCRIPTION_MAX,
  lineProblem,
  PROPOSITION_TEXT_MAX,
  PROPOSITION_TITLE_MAX,
} from '../../../worker/contract/applets/publication.ts'

/** The reasons that the form has room for, from 0. */
export const REASONS = [0, 1, 2] as const
type Reason = (typeof REASONS)[number]

export type TextValues = Record<'name' | 'description' | `title_${Reason}` | `text_${Reason}`, string>

export const TEXT_FIELDS: readonly (keyof TextValues)[] = [
  'name',
  'description',
  ...REASONS.flatMap((n) => [`title_${n}`, `text_${n}`] as const),
]

/** Reads the form as the call takes it. Reasons that are empty are left out. */
export function readText(values: TextValues): PublishedText {
  return {
    name: tidyName(values.name),
    description: tidyName(values.description),
    value_propositions: REASONS.map((n) => ({
      title: tidyName(values[`title_${n}`]),
      text: tidyName(values[`text_${n}`]),
    })).filter(({ title, text }) => title !== '' || text !== ''),
  }
}

/** Problems by field, before anything is sent. */
export function checkText(values: TextValues): Partial<TextValues> {
  const titles = new Set<string>()
  const problems: Partial<TextValues> = {}
  const note = (field: keyof TextValues, problem: string | null) => {
    if (problem !== null) problems[field] ??= problem
  }
  const description = tidyName(values.description)
  note('name', nameProblem(tidyName(values.name)))
  note('description', description === '' ? 'Say what it does.' : lineProblem(description, DESCRIPTION_MAX))
  for (const n of REASONS) {
    const [title, text] = [tidyName(values[`title_${n}`]), tidyName(values[`text_${n}`])]
    if (title === '' && text === '') continue
    note(`title_${n}`, title === '' ? 'Give this reason a title.' : lineProblem(title, PROPOSITION_TITLE_MAX))
    note(`text_${n}`, text === '' ? 'Say more about this reason.' : lineProblem(text, PROPOSITION_TEXT_MAX))
    if (titles.has(title)) note(`title_${n}`, 'Give each reason a title of its own.')
    titles.add(title)
  }
  return problems
}
