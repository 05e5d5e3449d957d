import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { ActionResult, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { defineService, field, ingredient, optionalField } from '../format/define-service.ts'

/** Items that the list's query gives at most. */
const MOST_ITEMS = 100

const name = field('name', 'Name', 'text', { hint: 'All your Applets share what is kept under a name.' })
const changedAt = ingredient('ChangedAt', 'Changed at', 'datetime', '2026-03-01T12:00:00.000Z')

export const store = defineService({
  id: 'store',
  name: 'Store',
  description: 'Lets your Applets remember: values, lists and counters that all of them share.',
  keywords: ['list', 'counter', 'value'],
  category: 'tools',
  color: '#5c4a1f',
  popularity: 42,
  hosts: [],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'counter_reaches',
      name: 'Counter reaches',
      description: 'Starts when counting brings a number to this one, or past it.',
      phrase: 'a counter reaches a number',
      sentence: 'the counter {{fields.name}} reaches {{fields.number}}',
      mode: 'hook',
      by_request: false,
      fields: [name, field('number', 'Number', 'number', { default_value: '10' })],
      ingredients: [
        ingredient('Name', 'Name', 'text', 'visits'),
        ingredient('Value', 'Value', 'number', '10'),
        ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T12:00:00.000Z'),
      ],
    },
  ],
  queries: [
    {
      slug: 'value',
      name: 'Value',
      description: 'Gives the value or the counter of this name.',
      phrase: 'a value of your store',
      sentence: '{{fields.name}} of your store',
      fields: [name, optionalField('otherwise', 'If there is none', 'text')],
      ingredients: [ingredient('Value', 'Value', 'text', '7'), changedAt],
    },
    {
      slug: 'list',
      name: 'List',
      description: 'Gives the newest 100 items of the list of this name.',
      phrase: 'a list of your store',
      sentence: 'the list {{fields.name}} of your store',
      fields: [name],
      ingredients: [
        ingredient('Item', 'Item', 'text', 'Milk'),
        ingredient('AddedAt', 'Added at', 'datetime', '2026-03-01T12:00:00.000Z'),
      ],
    },
  ],
  actions: [
    {
      slug: 'set_value',
      name: 'Set a value',
      description: 'Keeps a value under a name, in place of the one before. Nothing as the value removes the name.',
      phrase: 'keep a value in your store',
      sentence: 'keep {{fields.name}} in your store',
      repeat: 'key',
      fields: [name, optionalField('value', 'Value', 'textarea')],
    },
    {
      slug: 'add_item',
      name: 'Add to a list',
      description: 'Adds an item to the list of this name.',
      phrase: 'add an item to a list of your store',
      sentence: 'add an item to the list {{fields.name}} of your store',
      repeat: 'key',
      fields: [name, field('item', 'Item', 'textarea')],
    },
    {
      slug: 'count',
      name: 'Count',
      description: 'Adds to the counter of this name, which begins at 0.',
      phrase: 'count in your store',
      sentence: 'count {{fields.name}} in your store by {{fields.by}}',
      repeat: 'key',
      fields: [
        name,
        optionalField('by', 'By', 'number', { default_value: '1', hint: 'A negative number counts down.' }),
      ],
    },
  ],
  samples: {
    queries: {
      value: { fields: { name: 'visits' }, answer: null },
      list: { fields: { name: 'shopping' }, answer: null },
    },
    actions: {
      set_value: { fields: { name: 'mode', value: 'away' }, answer: null },
      add_item: { fields: { name: 'shopping', item: 'Milk' }, answer: null },
      count: { fields: { name: 'visits', by: '1' }, answer: null },
    },
  },
  code: {
    queries: {
      value: async ({ fields }, io) => {
        const found = io.store.value(fields['name'] ?? '')
        return { ok: true, value: [{ Value: found?.value ?? fields['otherwise'] ?? '', ChangedAt: timeOf(found) }] }
      },
      list: async ({ fields }, io) => ({
        ok: true,
        value: io.store
          .list(fields['name'] ?? '', MOST_ITEMS)
          .map((each) => ({ Item: each.value, AddedAt: timeOf(each) })),
      }),
    },
    actions: {
      set_value: {
        run: async ({ fields }, io) => {
          const given = { key: keyOf(io), name: fields['name'] ?? '', value: fields['value'] ?? '' }
          return told(io.store.set(given), given.value || null)
        },
      },
      add_item: {
        run: async ({ fields }, io) => {
          const given = { key: keyOf(io), name: fields['name'] ?? '', value: fields['item'] ?? '' }
          return told(io.store.add(given), given.value)
        },
      },
      count: {
        run: async ({ fields }, io) => {
          const by = Number(fields['by']?.trim() || '1')
          const counted = io.store.count({ key: keyOf(io), name: fields['name'] ?? '', by })
          return told(counted, counted.ok ? String(counted.value) : null)
        },
      },
    },
  },
})

function keyOf({ key }: StepIo): string {
  if (key === null) throw new Error('A change of the store needs the key of its effect.')
  return key
}

function told(outcome: StepOutcome<unknown>, answer: string | null): StepOutcome<ActionResult> {
  return outcome.ok ? { ok: true, value: { id: null, url: null, answer } } : outcome
}

function timeOf(found: { at: number } | null): string | null {
  return found && new Date(found.at).toISOString()
}
