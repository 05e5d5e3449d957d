import { MONTH_NAMES, WEEKDAY_NAMES } from '../../contract/shared/calendar-names.ts'
import type { TriggerDefinition } from '../../engine/steps/service-steps.ts'
import type { Ingredients } from '../../system/runner-api/step-outcome.ts'
import { formatDate } from '../../contract/ingredients/format-date.ts'
import { defineService, field, ingredient } from '../format/define-service.ts'
import { cronProblem, nextCronTime, nextCronTimes, type When } from '../../contract/schedule/next-cron-time.ts'
import { isAnyDay, isDayOfMonth, isOneOfWeekdays, isWhole, nextTimeOfDay } from './next-local-time.ts'

/** How many times the query for the next ones gives. */
const NEXT_TIMES = 3

const timeOfDay = field('time', 'Time of day', 'time', { default_value: '07:30' })
const weekday = field('weekday', 'Day of the week', 'select', {
  default_value: '1',
  options: choices(WEEKDAY_NAMES, 0),
})
const weekdays = field('weekdays', 'Days of the week', 'weekdays', { default_value: '1\n2\n3\n4\n5' })
const day = field('day', 'Day of the month', 'number', {
  default_value: '1',
  hint: 'From 1 to 31. Shorter months have it on their last day.',
})
const month = field('month', 'Month', 'select', {
  default_value: '1',
  options: choices(MONTH_NAMES, 1),
})
const minute = field('minute', 'Minutes past the hour', 'number', {
  default_value: '0',
})
const expression = field('cron', 'Cron expression', 'text', {
  default_value: '30 7 * * 1-5',
  hint: 'Minute, hour, day of the month, month and day of the week, such as "30 7 * * 1-5".',
  syntax: 'cron',
})
const ingredients = [
  ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-02T06:30:00.000Z'),
  ingredient('Date', 'Date', 'date', '2026-03-02'),
  ingredient('Time', 'Time of day', 'text', '07:30'),
  ingredient('Weekday', 'Day of the week', 'text', 'Monday'),
]

export const schedule = defineService({
  id: 'schedule',
  name: 'Schedule',
  description: 'Run an Applet every hour, every day or at any times you choose, in your own time zone.',
  keywords: ['timer', 'clock'],
  category: 'tools',
  color: '#5b3fd1',
  popularity: 55,
  hosts: [],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'every_hour',
      name: 'Every hour',
      description: 'Starts once an hour, at the minute you choose.',
      phrase: 'every hour',
      sentence: 'every hour, {{fields.minute}} minutes past',
      mode: 'clock',
      fields: [minute],
      ingredients,
    },
    {
      slug: 'every_day',
      name: 'Every day at',
      description: 'Starts every day at the time you choose.',
      phrase: 'every day',
      sentence: 'every day at {{fields.time}}, {{zone}}',
      mode: 'clock',
      fields: [timeOfDay],
      ingredients,
    },
    {
      slug: 'every_week',
      name: 'Every week on',
      description: 'Starts on one day of the week.',
      phrase: 'every week',
      sentence: 'every {{fields.weekday}} at {{fields.time}}, {{zone}}',
      mode: 'clock',
      fields: [weekday, timeOfDay],
      ingredients,
    },
    {
      slug: 'every_weekday',
      name: 'On chosen days at',
      description: 'Starts on the days of the week you choose.',
      phrase: 'on chosen days',
      sentence: 'every {{fields.weekdays}} at {{fields.time}}, {{zone}}',
      mode: 'clock',
      fields: [weekdays, timeOfDay],
      ingredients,
    },
    {
      slug: 'every_month',
      name: 'Every month on the',
      description: 'Starts once a month, on the day you choose.',
      phrase: 'every month',
      sentence: 'every month on day {{fields.day}} at {{fields.time}}, {{zone}}',
      mode: 'clock',
      fields: [day, timeOfDay],
      ingredients,
    },
    {
      slug: 'every_year',
      name: 'Every year on',
      description: 'Starts once a year, on the date you choose.',
      phrase: 'every year',
      sentence: 'every year on {{fields.month}} {{fields.day}} at {{fields.time}}, {{zone}}',
      mode: 'clock',
      fields: [month, day, timeOfDay],
      ingredients,
    },
    {
      slug: 'cron',
      name: 'By cron expression',
      description: 'Starts at the times that a cron expression names, at most once a minute.',
      phrase: 'at the times of a cron expression',
      sentence: 'at the times of the cron expression {{fields.cron}}, {{zone}}',
      mode: 'clock',
      fields: [expression],
      ingredients,
    },
  ],
  queries: [
    {
      slug: 'now',
      name: 'Current time',
      description: 'Gives date, time and day of the week in your time zone.',
      phrase: 'the current time',
      ingredients,
    },
    {
      slug: 'next_time',
      name: 'Next times',
      description: 'Gives the next three times that a cron expression names.',
      phrase: 'the next times of a cron expression',
      sentence: 'the next times of the cron expression {{fields.cron}}, {{zone}}',
      fields: [expression],
      ingredients,
    },
  ],
  samples: {
    queries: {
      now: { fields: {}, answer: null },
      next_time: { fields: { cron: '30 7 * * 1-5' }, answer: null },
    },
  },
  code: {
    triggers: {
      every_hour: { next: clock((fields, when) => nextCronTime(`${fields['minute'] ?? '0'} * * * *`, when)) },
      every_day: { next: clock((fields, when) => nextTimeOfDay(timeOf(fields), isAnyDay, when)) },
      every_week: {
        next: clock((fields, when) =>
          nextTimeOfDay(timeOf(fields), isOneOfWeekdays([Number(fields['weekday'] ?? 1)]), when),
        ),
      },
      every_weekday: {
        next: clock((fields, when) => {
          const days = (fields['weekdays'] ?? '').split('\n').filter(Boolean).map(Number)
          return nextTimeOfDay(timeOf(fields), isOneOfWeekdays(days), when)
        }),
      },
      every_month: {
        next: clock((fields, when) => nextTimeOfDay(timeOf(fields), isDayOfMonth(Number(fields['day'] ?? 1)), when)),
      },
      every_year: {
        next: clock((fields, when) =>
          nextTimeOfDay(timeOf(fields), isDayOfMonth(Number(fields['day'] ?? 1), Number(fields['month'] ?? 1)), when),
        ),
      },
      cron: { next: clock((fields, when) => nextCronTime(fields['cron'] ?? '', when)) },
    },
    queries: {
      now: async (_call, { now, timezone }) => ({ ok: true, value: [shownTime(now, timezone)] }),
      next_time: async ({ fields }, { now, timezone }) => {
        const times = nextCronTimes(fields['cron'] ?? '', NEXT_TIMES, { after: now, timezone })
        return { ok: true, value: times.map((each) => shownTime(each, timezone)) }
      },
    },
    checks: {
      day: (value) => (isWhole(Number(value), 1, 31) ? null : 'Day of the month must be a whole number from 1 to 31.'),
      minute: (value) =>
        isWhole(Number(value), 0, 59) ? null : 'Minutes past the hour must be a whole number from 0 to 59.',
      cron: cronProblem,
    },
  },
})

function choices(labels: readonly string[], first: number) {
  return labels.map((label, index) => ({ label, value: String(index + first) }))
}

function timeOf({ time = '07:30' }: Record<string, string>): { hour: number; minute: number } {
  const [hour, minutes] = time.split(':')
  return { hour: Number(hour), minute: Number(minutes) }
}

/** `nextAt`: the next moment that the fields mean, in ms. */
function clock(
  nextAt: (fields: Record<string, string>, when: When) => number | null,
): NonNullable<TriggerDefinition['next']> {
  return ({ fields }, when) => {
    const next = nextAt(fields, when)
    if (next === null) return null
    return { id: new Date(next).toISOString(), at: next, ingredients: shownTime(next, when.timezone) }
  }
}

/** A moment in ms, as ingredients show it. */
function shownTime(at: number, timezone: string): Ingredients {
  const moment = new Date(at).toISOString()
  const local = (letters: string) => formatDate(moment, letters, timezone)
  return { OccurredAt: moment, Date: local('YYYY-MM-DD'), Time: local('HH:mm'), Weekday: local('dddd') }
}
