import { expect, test } from 'vitest'
import { readSchedule } from './read-schedule.ts'

test.each([
  ['every hour at quarter past notify me', 'every_hour', { minute: '15' }],
  ['hourly at minute 5 notify me', 'every_hour', { minute: '5' }],
  ['20 minutes past every hour notify me', 'every_hour', { minute: '20' }],
  ['at 5 past every hour notify me', 'every_hour', { minute: '5' }],
  ['every hour notify me', 'every_hour', {}],
  ['once a year on june 5 notify me', 'every_year', { month: '6', day: '5' }],
  ['every day at noon and midnight notify me', 'cron', { cron: '0 0,12 * * *' }],
  ['mondays wednesdays fridays at 7 notify me', 'every_weekday', { weekdays: '1\n3\n5', time: '07:00' }],
  ['every tuesday and thursday evening at six notify me', 'every_weekday', { weekdays: '2\n4', time: '18:00' }],
  ['each tuesday at 20h create a card', 'every_week', { weekday: '2', time: '20:00' }],
  ['every day at 8h, 12h and 20h notify me', 'cron', { cron: '0 8,12,20 * * *' }],
  ['every 2h notify me', 'cron', { cron: '0 */2 * * *' }],
  ['every 15min notify me', 'cron', { cron: '*/15 * * * *' }],
  ['every night at 1 notify me', 'every_day', { time: '01:00' }],
  ['every night at 11 notify me', 'every_day', { time: '23:00' }],
  ['every day at noon and again at 8pm notify me', 'cron', { cron: '0 12,20 * * *' }],
  ['quarterly on the 1st at 08:00 notify me', 'cron', { cron: '0 8 1 */3 *' }],
  ['on the 1st and the 15th at 9 notify me', 'cron', { cron: '0 9 1,15 * *' }],
  ['twice a week, mondays and thursdays around 7:15 notify me', 'every_weekday', { weekdays: '1\n4', time: '07:15' }],
  ['from march to october every saturday at 10 notify me', 'cron', { cron: '0 10 * 3-10 6' }],
  ['on the last day of every month at 18:00 notify me', 'every_month', { day: '31', time: '18:00' }],
  ['*/5 9-17 * * 1-5 notify me', 'cron', { cron: '*/5 9-17 * * 1-5' }],
])('%s: the rhythm is whole', (sentence, slug, fields) => {
  expect(readSchedule(sentence)).toMatchObject({ slug, fields, left: [] })
})

test('the h of an hour is none of the rest', () => {
  expect(
    readSchedule('every day at 21h toot "hi"')
      ?.rest.replaceAll(/[\s,]+/g, ' ')
      .trim(),
  ).toBe('toot "hi"')
})

test('an hour for a minute is left', () => {
  expect(readSchedule('every hour at 9 notify me')).toEqual(
    expect.objectContaining({ slug: 'every_hour', fields: {}, left: ['at 9'] }),
  )
})

test.each([
  ['on the last day of every month at 9 and 17 notify me', 'every_month'],
  ['quarterly at 8:00 notify me', 'every_month'],
  ['from october to march every day at 9 notify me', 'every_day'],
])('%s: no cron expression rounds it', (sentence, slug) => {
  expect(readSchedule(sentence)?.slug).toBe(slug)
})
