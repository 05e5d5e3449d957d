import type { TriggerDefinition } from '../../runner-api/service-steps.ts'
import { formatDate } from '../../ingredients/format-date.ts'
import { defineService, field, ingredient } from '../format/define-service.ts'
import { nextMinuteOfHour, nextTimeOfDay } from './next-local-time.ts'

const at = field('time', 'Time of day', 'time', { default_value: '07:30' })
const weekday = field('weekday', 'Day of the week', 'select', {
  default_value: '1',
  options: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label, day) => ({
    label,
    value: String(day),
  })),
})
const ingredients = [
  ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-02T06:30:00.000Z'),
  ingredient('Date', 'Date', 'date', '2026-03-02'),
  ingredient('Time', 'Time of day', 'text', '07:30'),
  ingredient('Weekday', 'Day of the week', 'text', 'Monday'),
]

export const schedule = defineService({
  module_name: 'schedule',
  identifier: 'Schedule',
  name: 'Schedule',
  short_name: 'Schedule',
  description: 'Run an Applet every hour, every day or on the weekdays you choose, in your own time zone.',
  category: 'tools',
  brand_color: '#5b3fd1',
  popularity: 55,
  base_url: null,
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'every_hour',
      name: 'Every hour',
      description: 'Starts once an hour, at the minute you choose.',
      mode: 'clock',
      fields: [field('minute', 'Minutes past the hour', 'number', { default_value: '0' })],
      ingredients,
      next: clock(({ minute = '0' }, when) => nextMinuteOfHour(Number(minute), when)),
    },
    {
      slug: 'every_day',
      name: 'Every day at',
      description: 'Starts every day at the time you choose.',
      mode: 'clock',
      fields: [at],
      ingredients,
      next: clock(({ time }, when) => nextTimeOfDay({ ...hourAndMinute(time), weekday: null }, when)),
    },
    {
      slug: 'every_week',
      name: 'Every week on',
      description: 'Starts on one day of the week.',
      mode: 'clock',
      fields: [weekday, at],
      ingredients,
      next: clock(({ time, weekday: day = '1' }, when) =>
        nextTimeOfDay({ ...hourAndMinute(time), weekday: Number(day) }, when),
      ),
    },
  ],
  queries: [],
  actions: [],
})

function hourAndMinute(time = '07:30'): { hour: number; minute: number } {
  const [hour, minute] = time.split(':')
  return { hour: Number(hour), minute: Number(minute) }
}

type When = { after: number; timezone: string }

/** `nextAt`: the next moment that the fields mean, in ms. */
function clock(
  nextAt: (fields: Record<string, string>, when: When) => number | null,
): NonNullable<TriggerDefinition['next']> {
  return ({ fields }, when) => {
    const next = nextAt(fields, when)
    if (next === null) return null
    const moment = new Date(next).toISOString()
    const local = (letters: string) => formatDate(moment, letters, when.timezone)
    return {
      id: moment,
      at: next,
      ingredients: {
        OccurredAt: moment,
        Date: local('YYYY-MM-DD'),
        Time: local('HH:mm'),
        Weekday: local('dddd'),
      },
    }
  }
}
