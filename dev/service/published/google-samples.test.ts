import { expect, test } from 'vitest'
import { publishedGoogleApps } from './published-google-apps.fixture.ts'
import { askOptions, io, ofFile, pollTwice, problemsOf, runSamples, type SampledStep } from './sampled-steps.fixture.ts'

test('a mail says who it is for, and keeps every letter', async () => {
  const steps = await runSamples('gmail')
  const [head = '', body = ''] = mailOf(steps.at(-1)).split('\r\n\r\n')
  expect(head.split('\r\n')).toEqual([
    'To: mona@example.com',
    `Subject: =?UTF-8?B?${Buffer.from('Grüße from the garden').toString('base64')}?=`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: base64',
  ])
  expect(Buffer.from(body, 'base64').toString()).toBe('The ferns are watered.')
})

test('a mail gets no header from what was filled in', async () => {
  const { file, service } = ofFile('gmail')
  const hostile = 'a@x.example\r\nBcc: all@x.example'
  const fields = { to: hostile, subject: hostile, body: hostile, format: hostile }
  const { io: given, asked } = io(file, [{ id: '1' }])
  await service.actions['send_email']?.run({ fields, applet_id: 1 }, given)
  const [head = ''] = mailOf({ body: String(asked[0]?.init.body) }).split('\r\n\r\n')
  expect(head).not.toMatch(/^bcc/im)
})

function mailOf(step: Pick<SampledStep, 'body'> | undefined): string {
  return Buffer.from(JSON.parse(step?.body ?? '{}').raw, 'base64url').toString()
}

test('a moment and a day are those of the user', async () => {
  const steps = await runSamples('google_calendar')
  const asked = (slug: string) => steps.find(({ step }) => step === slug)
  // The io's clock shows noon of March 1 in UTC, and its user lives in Berlin.
  expect(asked('event_starting_soon')?.query).toMatchObject({
    timeMin: '2026-03-01T12:00:00.000Z',
    timeMax: '2026-03-01T12:15:00.000Z',
  })
  expect(asked('events_today')?.query).toMatchObject({
    timeMin: '2026-02-28T23:00:00.000Z',
    timeMax: '2026-03-01T23:00:00.000Z',
  })
  const { id, ...event } = JSON.parse(asked('create_event')?.body ?? '{}')
  expect(id).toMatch(/^[0-9a-v]{5,1024}$/)
  expect(event).toEqual({
    summary: 'Prune the rose',
    location: 'Garden',
    description: 'Before it rains.',
    start: { dateTime: '2026-03-02T15:30:00.000Z' },
    end: { dateTime: '2026-03-02T16:15:00.000Z' },
    attendees: [{ email: 'mona@example.com' }],
  })
})

const event = (id: string, more: object = {}) => ({
  id,
  status: 'confirmed',
  created: '2026-03-01T08:00:00.000Z',
  start: { dateTime: '2026-03-02T09:00:00+01:00' },
  ...more,
})

test('an event on any page is new once', async () => {
  const pages = [
    { items: [event('b'), event('a')], nextPageToken: 'p2' },
    { items: [event('c'), event('c_1', { recurringEventId: 'c' }), { id: 'd', status: 'cancelled' }] },
  ]
  const first = [{ items: [event('a')] }]
  const { fresh, asked } = await pollTwice('google_calendar', 'new_event', [first, pages])
  expect(fresh.map(({ id }) => id).toSorted()).toEqual(['b', 'c'])
  expect(asked[1]?.query).toMatchObject({ pageToken: 'p2' })
  expect(problemsOf(publishedGoogleApps, asked)).toEqual([])
})

test('an event that was moved starts soon again', async () => {
  const moved = event('a', { start: { dateTime: '2026-03-02T11:00:00+01:00' } })
  const pages = [{ items: [event('day', { start: { date: '2026-03-02' } }), moved] }]
  const { fresh } = await pollTwice('google_calendar', 'event_starting_soon', [[{ items: [event('a')] }], pages])
  expect(fresh.map(({ id }) => id)).toEqual(['a 2026-03-02T11:00:00+01:00'])
})

test('calendars are listed by the names that their user gave them', async () => {
  const items = [
    { id: 'ada@example.com', summary: 'ada@example.com' },
    { id: 'g1', summary: 'Garden', summaryOverride: 'Our garden' },
  ]
  const { choices, asked } = await askOptions('google_calendar', { step: 'create_event', field: 'calendar' }, [
    { items },
  ])
  expect(choices.map(({ label }) => label)).toEqual(['ada@example.com', 'Our garden'])
  expect(problemsOf(publishedGoogleApps, asked)).toEqual([])
})
