import { WEEKDAY_NAMES } from '../../contract/shared/calendar-names.ts'
import type { DraftCondition } from '../../contract/drafts/draft.ts'
import { hasLimit, inClockFormat } from '../steps/has-limit.ts'
import { ingredientName } from '../steps/ingredient-name.ts'
import type { Proposal, ProposedStep } from '../steps/proposal.ts'
import type { Limit, ReadLimits } from '../sentence/read-limits.ts'
import type { StepIndex } from '../../services/catalog/steps/step-index.ts'

/**
 * The proposal with the wait, the pace, the quiet hours and the days that its sentence sets; those that it cannot have
 * are named, and all of them where there is nothing to limit.
 */
export function keepLimits(planned: Proposal, { limits }: ReadLimits, index: StepIndex): Proposal {
  const proposal = limits.some((limit) => excludesTime(limit, planned)) ? withoutAssumedTime(planned) : planned
  const kept =
    proposal.actions.length > 0 ? limits.reduce((all, limit) => keepLimit(all, limit, index), proposal) : proposal
  const left = limits.filter((limit) => !hasLimit(limit, kept)).map(({ text }) => text.trim())
  return { ...kept, unmet: [...kept.unmet, ...left] }
}

/** "every night between 1 and 3": the hour that a night was taken for is not meant. */
function excludesTime(limit: Limit, { trigger, assumed }: Proposal): boolean {
  const [hours, minutes] = trigger?.fields['time']?.split(':').map(Number) ?? []
  if (limit.kind !== 'quiet' || !assumed[0]?.startsWith('“') || hours === undefined || minutes === undefined)
    return false
  const time = hours * 60 + minutes
  const { from, to } = limit.quiet
  return from < to ? from <= time && time < to : time >= from || time < to
}

function withoutAssumedTime(proposal: Proposal): Proposal {
  const { id = '', fields: { time: _time, ...fields } = {} } = proposal.trigger ?? {}
  return { ...proposal, trigger: { id, fields }, assumed: proposal.assumed.slice(1) }
}

function keepLimit(proposal: Proposal, limit: Limit, index: StepIndex): Proposal {
  switch (limit.kind) {
    case 'wait':
      return { ...proposal, wait: proposal.wait ?? inClockFormat(limit.seconds) }
    case 'min_gap':
      return { ...proposal, min_gap: proposal.min_gap ?? limit.seconds }
    case 'quiet':
      return {
        ...proposal,
        quiet: proposal.quiet ?? limit.quiet,
        assumed: [...proposal.assumed, ...(limit.assumed ? [`“${limit.text.trim()}” as ${limit.assumed}`] : [])],
      }
    case 'days':
      return onDays(proposal, limit.days, index)
    case 'unsayable':
    case 'lasting':
      return proposal
  }
}

/** A schedule starts on these days alone; what something else starts asks for the day of the week. */
function onDays(proposal: Proposal, days: readonly number[], index: StepIndex): Proposal {
  const trigger = proposal.trigger && scheduleOnDays(proposal.trigger, days)
  if (trigger) return { ...proposal, trigger }
  const now = index.steps.find(({ step }) => step.id === 'schedule/queries/now')?.step
  if (!now || !proposal.trigger || proposal.conditions?.match === 'any') return proposal
  const ingredient = ingredientName(now, 'Weekday')
  const others = WEEKDAY_NAMES.flatMap((_, day) => (days.includes(day) ? [] : [day]))
  const isFew = days.length === 1
  const conditions = (isFew ? days : others).map((day): DraftCondition => ({
    ingredient,
    operator: isFew ? 'is' : 'is_not',
    value: WEEKDAY_NAMES[day] ?? '',
  }))
  const known = proposal.conditions
  return {
    ...proposal,
    queries: proposal.queries.some(({ id }) => id === now.id)
      ? proposal.queries
      : [...proposal.queries, { id: now.id, fields: {} }],
    conditions: { match: 'all', conditions: [...(known?.conditions ?? []), ...conditions] },
  }
}

function scheduleOnDays({ id, fields }: ProposedStep, days: readonly number[]): ProposedStep | null {
  const { time, cron, minute = '0' } = fields
  switch (id) {
    case 'schedule/triggers/every_day':
    case 'schedule/triggers/every_weekday':
      return {
        id: 'schedule/triggers/every_weekday',
        fields: { weekdays: days.join('\n'), ...(time !== undefined && { time }) },
      }
    case 'schedule/triggers/every_week':
      return days.length === 1 && fields['weekday'] === String(days[0]) ? { id, fields } : null
    case 'schedule/triggers/every_hour':
      return { id: 'schedule/triggers/cron', fields: { cron: `${minute} * * * ${days.join(',')}` } }
    case 'schedule/triggers/cron':
      return { id, fields: { cron: (cron ?? '').replace(/\S+$/, days.join(',')) } }
    default:
      return null
  }
}
