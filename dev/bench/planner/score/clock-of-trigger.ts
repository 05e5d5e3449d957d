import type { DraftStep } from '../../../../worker/contract/drafts/draft.ts'
import { readCronExpression, type CronExpression } from '../../../../worker/contract/schedule/cron-expression.ts'

/**
 * When a trigger of the schedule runs. `chosen`: whether its time and its days were filled in, and not left as the
 * form has them.
 */
export type Clock = { cron: CronExpression; chosen: { time: boolean; days: boolean } }

/** The form's values where nothing is filled in. */
const DEFAULTS: Record<string, string> = {
  minute: '0',
  time: '07:30',
  weekday: '1',
  weekdays: '1\n2\n3\n4\n5',
  day: '1',
  month: '1',
  cron: '30 7 * * 1-5',
}

/** null: it is not of the schedule, or its fields say no time. */
export function clockOfTrigger({ module_name, slug, fields }: DraftStep): Clock | null {
  if (module_name !== 'schedule') return null
  const of = (name: string) => fields[name] || (DEFAULTS[name] ?? '')
  const isChosen = (...names: string[]) => names.some((name) => of(name) !== DEFAULTS[name])
  const [hour, minute] = of('time').split(':').map(Number)
  const text = {
    every_hour: `${of('minute')} * * * *`,
    every_day: `${minute} ${hour} * * *`,
    every_week: `${minute} ${hour} * * ${of('weekday')}`,
    every_weekday: `${minute} ${hour} * * ${of('weekdays').split('\n').join(',')}`,
    every_month: `${minute} ${hour} ${of('day')} * *`,
    every_year: `${minute} ${hour} ${of('day')} ${of('month')} *`,
    cron: of('cron'),
  }[slug]
  const cron = text === undefined ? null : readCronExpression(text)
  if (cron === null) return null
  const time = slug === 'cron' ? isChosen('cron') : isChosen(slug === 'every_hour' ? 'minute' : 'time')
  const days = slug === 'cron' ? isChosen('cron') : isChosen(...DAY_FIELDS.filter((name) => name in fields))
  return { cron, chosen: { time, days } }
}

const DAY_FIELDS = ['weekday', 'weekdays', 'day', 'month']
