import { expect, test } from 'vitest'
import { renderText } from '../../../worker/contract/ingredients/render-text.ts'
import { filterOptions } from '../../ui/listbox/filter-options.ts'
import { knownIngredients, type IngredientGroup } from './step-ingredients.ts'

const GROUPS: IngredientGroup[] = [
  {
    step: 'GitHub: You star a repository',
    ingredients: [
      {
        name: 'Title',
        label: 'Title',
        type: 'text',
        example: 'Mill',
        filter_name: 'GitHub.newStarredRepository.Title',
      },
      {
        name: 'StarredAt',
        label: 'Starred at',
        type: 'datetime',
        example: '2026-03-01T12:00:00.000Z',
        filter_name: 'GitHub.newStarredRepository.StarredAt',
      },
      {
        name: 'Day',
        label: 'Day',
        type: 'date',
        example: '2026-03-01',
        filter_name: 'GitHub.newStarredRepository.Day',
      },
    ],
  },
]
const SOURCE = { groups: GROUPS, lastEvent: null, timeZone: 'Europe/Zurich' }

/** Renders the text that each ingredient gives where it is chosen. */
function filled(forPeople: boolean): string[] {
  const examples = new Map(GROUPS.flatMap(({ ingredients }) => ingredients.map(({ name, example }) => [name, example])))
  return (knownIngredients(SOURCE, forPeople)?.options ?? []).map(({ value }) =>
    renderText(`{{${value}}}`, {
      value: (name) => examples.get(name),
      timezone: SOURCE.timeZone,
      now: Date.UTC(2026, 2, 1, 12),
    }),
  )
}

test('a time is chosen into a text as people write it', () => {
  expect(filled(true)).toEqual(['Mill', '1 Mar 2026, 13:00', '1 Mar 2026', '1 Mar 2026, 13:00'])
})

test('a time is chosen unchanged where something computes with it', () => {
  expect(filled(false)).toEqual(['Mill', '2026-03-01T12:00:00.000Z', '2026-03-01', '2026-03-01T12:00:00.000Z'])
})

test.each([
  ['user', ['StarredBy']],
  ['when', ['StarredAt', 'Now']],
  ['ada', ['StarredBy']],
])('finds an ingredient by what people call it: %s', (typed, values) => {
  const named = (name: string, label: string) => ({
    name,
    label,
    type: 'text' as const,
    example: '',
    filter_name: name,
  })
  const ingredients = [
    { ...named('StarredBy', 'Starred by'), example: 'ada' },
    named('StarredAt', 'Starred at'),
    named('Notes', 'Description'),
  ]
  const known = knownIngredients({ ...SOURCE, groups: [{ step: 'A star', ingredients }] }, false)
  expect(filterOptions(known?.options ?? [], typed).shown.map(({ value }) => value)).toEqual(values)
})
