import type { AppletDraft, DraftCondition } from '../../../../worker/contract/drafts/draft.ts'
import type { ExpectedCondition } from '../sentences/sentence.ts'

/** The weekday names of the schedule's ingredient, from Sunday. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** All of a draft that limits when it runs. */
type Limits = {
  conditions: readonly DraftCondition[]
  match: 'all' | 'any'
  code: string | null
  min_gap: number | null
  quiet: AppletDraft['quiet']
}

function limitsOf({ steps, min_gap, quiet }: AppletDraft): Limits {
  const when = steps.flatMap((step) => (step.kind === 'filter' ? [step.when] : []))[0]
  const form = when?.kind === 'form' ? when : null
  const code = when?.kind === 'code' ? when.code : null
  return { conditions: form?.conditions ?? [], match: form?.match ?? 'all', code, min_gap, quiet }
}

const isOfWeekday = ({ ingredient }: DraftCondition) => ingredient.split('.').at(-1) === 'Weekday'

/** On which days of the week a draft's conditions let it run, from 0 for Sunday. */
export function weekdaysOf(draft: AppletDraft): (weekday: number) => boolean {
  const { conditions, match } = limitsOf(draft)
  const ofWeekday = conditions.filter(isOfWeekday)
  return (weekday) => {
    const holds = ofWeekday.map(({ operator, value }) => {
      const isIt = WEEKDAYS[weekday] === value.toLowerCase()
      return operator === 'is' ? isIt : operator === 'is_not' ? !isIt : false
    })
    return match === 'all' ? holds.every(Boolean) : holds.length === 0 || holds.some(Boolean)
  }
}

/** The conditions that are meant and not there, and what is there and not meant. `hasDays`: the schedule's days are compared. */
export function compareConditions(
  draft: AppletDraft,
  { expected, hasDays }: { expected: readonly ExpectedCondition[]; hasDays: boolean },
): { missing: ExpectedCondition[]; extra: string[] } {
  const limits = limitsOf(draft)
  const used = new Set<unknown>(hasDays ? limits.conditions.filter(isOfWeekday) : [])
  const missing = expected.filter(({ any }) => !any.some((way) => isMet(way, { draft, limits, used })))
  const { conditions, match, code, min_gap, quiet } = limits
  const left = conditions.filter((each) => !used.has(each))
  const isAnyMeant =
    conditions.every(isOfWeekday) || expected.some(({ any }) => any.some((way) => isAnyOf(way, limits)))
  return {
    missing,
    extra: [
      ...left.map(({ ingredient, operator, value }) => `${ingredient} ${operator} ${value}`),
      ...(match === 'any' && conditions.length > 1 && !isAnyMeant ? ['any of these'] : []),
      ...(code === null ? [] : [code]),
      ...(min_gap === null || used.has('gap') ? [] : [`at most once in ${min_gap} s`]),
      ...(quiet === null || used.has('quiet') ? [] : [`quiet ${quiet.from}–${quiet.to}`]),
    ],
  }
}

/** Notes in `used` what is there for it. */
function isMet(way: string, { draft, limits, used }: { draft: AppletDraft; limits: Limits; used: Set<unknown> }) {
  const { conditions, min_gap, quiet } = limits
  const [kind = '', operator = '', ...rest] = way.split(' ')
  const note = (met: boolean, ...what: unknown[]) => {
    if (met) for (const each of what) used.add(each)
    return met
  }
  if (kind === 'gap') return note(min_gap === Number(operator), 'gap')
  if (kind === 'hours') {
    const [from = 0, to = 0] = operator.split('-').map(minutesOf)
    return note(quiet?.from === to % (24 * 60) && quiet.to === from, 'quiet')
  }
  if (kind === 'days') {
    const ofWeekday = conditions.filter(isOfWeekday)
    const isOn = weekdaysOf(draft)
    return note(
      ofWeekday.length > 0 && WEEKDAYS.every((_, day) => isOn(day) === operator.includes(String(day))),
      ...ofWeekday,
    )
  }
  if (way.includes('=')) {
    const [slug = '', value = ''] = way.split('=')
    return draft.steps.some((step) => step.kind === 'trigger' && isSame(step.fields[slug] ?? '', value))
  }
  if (isAnyOf(way, limits)) return note(true, ...conditions)
  const found = conditions.find(
    (each) =>
      each.ingredient.split('.').at(-1) === kind && each.operator === operator && isSame(each.value, rest.join(' ')),
  )
  return note(found !== undefined, found)
}

/** `EntryTitle|EntryContent contains rust`: whether a form is just this, any of these texts having the value. */
function isAnyOf(way: string, { conditions, match }: Limits): boolean {
  const [slugs = '', operator = '', ...rest] = way.split(' ')
  const compared = conditions.map(({ ingredient }) => ingredient.split('.').at(-1))
  return (
    match === 'any' &&
    slugs.includes('|') &&
    slugs.split('|').toSorted().join() === compared.toSorted().join() &&
    conditions.every((each) => each.operator === operator && isSame(each.value, rest.join(' ')))
  )
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
