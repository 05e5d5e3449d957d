import { compileFilter } from '../check/compile-filter.ts'
import type { FilterInput, FilterResult } from '../filter-types.ts'
import { runFilter } from '../run-filter.ts'

/** An Applet with a query and two equal actions, on a Sunday at 22:30 in Berlin. */
export const INPUT: FilterInput = {
  now: Date.parse('2026-11-22T21:30:15.250Z'),
  timezone: 'Europe/Berlin',
  event_time: Date.parse('2026-11-22T21:00:00Z'),
  trigger: {
    service: 'Mastodon',
    step: 'newMention',
    ingredients: {
      Text: 'Sale: 20% off at https://shop.test/a?b=1 #deal',
      From: 'Mona Lisa',
      ThreadId: 't1',
      Likes: 12,
      CreatedAt: 'November 22, 2026 at 10:00PM',
    },
  },
  queries: [
    {
      service: 'Mastodon',
      step: 'recentPosts',
      rows: [
        { Text: 'first', ThreadId: 't1', Likes: '3' },
        { Text: 'second', ThreadId: 't1', Likes: '40' },
        { Text: 'third', ThreadId: 't2', Likes: '5' },
      ],
    },
  ],
  actions: [
    { service: 'Notifications', step: 'send', fields: ['message', 'link_url'] },
    { service: 'Notifications', step: 'send', fields: ['message', 'link_url'] },
  ],
}

/** Compiles and runs. Throws with the problems if the code is refused. */
export async function runSource(source: string, input: FilterInput = INPUT): Promise<FilterResult> {
  const compiled = await compileFilter(source)
  if (!compiled.ok) throw new Error(compiled.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return runFilter(compiled.filter, input)
}

/** Evaluates a piece of code as the message of the first action. */
export async function evaluate(expression: string, input: FilterInput = INPUT): Promise<string | undefined> {
  const result = await runSource(`Notifications.send.setMessage(${expression})`, input)
  return result.kind === 'decided' ? result.actions[0]?.fields['message'] : `${result.line}: ${result.message}`
}

/** Why the first action is skipped, or null. */
export async function skipReason(source: string, input: FilterInput = INPUT): Promise<string | null | undefined> {
  const result = await runSource(source, input)
  return result.kind === 'decided' ? result.actions[0]?.skipped : `${result.line}: ${result.message}`
}
