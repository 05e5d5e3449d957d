import { expect, test } from 'vitest'
import type { RunResponse } from '../../../worker/contract/runs/run-answers.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { Page } from './run-page.tsx'
import { aRunStep } from './run-step.fixture.ts'

type ShownRun = RunResponse['run']
const AT = Date.UTC(2026, 10, 20, 23, 30)
const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })

const trigger = aRunStep({
  kind: 'trigger',
  position: 0,
  name: 'You star a repository',
  service: { name: 'GitHub', icon: '/o.svg' },
})

function html(fields: Partial<ShownRun> | null): string {
  const run: ShownRun | null = fields && {
    id: '01JZZZZZZZ0123456789ABCDEF',
    applet_id: 3,
    state: 'done',
    at: AT,
    due: null,
    ended_at: AT + 1500,
    hold: null,
    message: null,
    cause: 'event',
    version: 1,
    event: { kind: 'json', content_type: 'application/json', bytes: 20, text: '{"a":1}', ingredients: [] },
    steps: [trigger, aRunStep({})],
    can_replay: false,
    can_cancel: false,
    can_try_now: false,
    applet: { id: 3, name: 'Keep your stars', path: '/applets/star-to-sheet' },
    ...fields,
  }
  const address = { path: '/activity/runs/01JZZZZZZZ0123456789ABCDEF', query: {} }
  return htmlOf(<Page data={{ run, timeZone: 'UTC' }} session={session} address={address} />)
    .replaceAll('<!-- -->', '')
    .replaceAll('\u202f', ' ')
}
const buttons = (page: string) =>
  [...page.matchAll(/<button[^>]*class="button[^>]*>(.*?)<\/button>/g)].map(([, label]) => label)

test('a run shows its Applet, state, time, event and steps', () => {
  const page = html({
    event: {
      kind: 'json',
      content_type: null,
      bytes: 20,
      text: '{"a":"<b>"}',
      ingredients: [
        { name: 'Star', value: 'x' },
        { name: 'Starred at', value: '2026-11-20T23:29:00.000Z' },
        { name: 'Note', value: '' },
      ],
    },
  })
  expect(page).toContain('<h1>“Add a row” was done.</h1>')
  expect(page).toContain('<dt>Starred at</dt><dd>November 20, 2026, 11:29 PM</dd>')
  expect(page).toContain('Empty: Note.')
  expect(page).toContain('<a href="/applets/star-to-sheet">Keep your stars</a>')
  expect(page).toMatch(/<span class="badge run-state good"><svg.*?<\/svg>Done<\/span>/)
  expect(page).toContain('November 20, 2026, 11:30 PM</time> · took 1.5 s')
  expect(page).toContain('<span>GitHub: You star a repository</span>')
  expect(page).toContain('<dt>Star</dt><dd>x</dd>')
  expect(page).toContain('{&quot;a&quot;:&quot;&lt;b&gt;&quot;}')
  expect(page).toContain('Google Sheets: Add a row')
})

test('a failed step says why, what to do, and what was tried', () => {
  const failed = aRunStep({
    state: 'failed',
    message: 'Google Sheets has no such sheet.',
    advice: 'Choose another sheet.',
    input: [{ label: 'Sheet', value: '' }],
    answer: '404',
    tries: [{ at: AT, message: 'Google Sheets answered 404.' }],
  })
  const filter = aRunStep({ kind: 'filter', position: null, name: null, service: null, message: 'It let it through.' })
  const page = html({ state: 'failed', can_replay: true, steps: [trigger, filter, failed] })
  for (const words of ['Filter', 'It let it through.', 'Google Sheets has no such sheet.', 'Choose another sheet.'])
    expect(page).toContain(words)
  expect(page).toContain('<summary>1 try</summary>')
  expect(page).toContain('<span class="quiet-text">Empty</span>')
})

test('each state offers what can be done about it', () => {
  expect(buttons(html({ state: 'failed', can_replay: true }))).toEqual(['Replay', 'Run again from the start'])
  expect(buttons(html({ state: 'waiting', can_cancel: true, ended_at: null, due: AT }))).toEqual([
    'Cancel',
    'Run again from the start',
  ])
  expect(buttons(html({ state: 'held', hold: 'host', can_try_now: true, can_cancel: true, ended_at: null }))).toEqual([
    'Try now',
    'Cancel',
    'Run again from the start',
  ])
  expect(buttons(html({}))).toEqual(['Run again from the start'])
  const blank = { kind: 'json', content_type: null, bytes: 20, text: null, ingredients: [] } as const
  expect(buttons(html({ event: { ...blank, ingredients: [] } }))).toEqual([])
  expect(html({ event: { ...blank, ingredients: [] } })).toContain('Its contents are not kept anymore')
})

test('an unsure action asks whether it happened, whatever was answered', () => {
  const page = html({ state: 'unsure', can_replay: false, steps: [trigger, aRunStep({ state: 'unsure' })] })
  expect(page).toContain('We don&#x27;t know whether this happened.')
  expect(buttons(page)).toEqual(expect.arrayContaining(['It did', 'Do it again']))
  expect(page).toMatch(/Not sure<\/span>/)
  expect(page).not.toContain('did not answer')
})

test('a waiting run says when it goes on, a held one why', () => {
  expect(html({ state: 'waiting', ended_at: null, due: AT + 60_000 })).toContain('continues <time')
  expect(html({ state: 'held', ended_at: null, hold: 'plan' })).toContain('Your plan does not include')
})

test('a run without its connection says once what to do', () => {
  const page = html({
    state: 'held',
    ended_at: null,
    hold: 'connection',
    due: AT + 30 * 86_400_000,
    message: 'A connection no longer works. It goes on when you reconnect it.',
  })
  expect(page.match(/A connection no longer works/g)).toHaveLength(1)
  expect(page).toContain('<a href="/settings/connections">Open your connections</a>')
  expect(page).not.toContain('next try')
})

test("a step's address is a link only to the web", () => {
  expect(html({ steps: [aRunStep({ url: 'https://google_sheets.test/1' })] })).toContain(
    'href="https://google_sheets.test/1"',
  )
  expect(html({ steps: [aRunStep({ url: 'javascript:alert(1)' })] })).not.toContain('javascript:')
})

test('while runs cannot be read, the page says so', () => {
  const page = html(null)
  expect(page).toContain('Runs can&#x27;t be read right now')
  expect(page).toContain('href="/activity/runs/01JZZZZZZZ0123456789ABCDEF"')
})
