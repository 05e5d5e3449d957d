import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditionsToCode } from '../../contract/drafts/conditions-code.ts'
import { compareVersions } from './compare-versions.ts'
import { CALL, POST, versionOf } from './described-steps.fixture.ts'
import type { DescribedStep } from './fixed-destinations.ts'

const calls = (url: string, body = '{{Body}}'): DescribedStep => ({ ...CALL, fields: { url, body } })
const compare = (before: DescribedStep[], after: DescribedStep[]) =>
  compareVersions(versionOf(before), versionOf(after))

test('says before and after, and asks about a new host', () => {
  const { changes, destinations } = compare([calls('https://a.test/in')], [calls('https://evil.test/in')])
  expect(changes).toEqual([
    {
      step: 'Webhooks: Make a web request',
      kind: 'changed',
      lines: [{ label: 'Address', before: 'a.test/in', after: 'evil.test/in' }],
    },
  ])
  expect(destinations).toMatchObject([{ value: 'evil.test/in', sent: 'the whole body of your requests' }])
})

test('another secret at the same host is new and stays hidden', () => {
  const [old, now] = ['a', 'b'].map((token) => `https://hooks.slack.com/services/${token}`)
  const update = compare([calls(old ?? '')], [calls(now ?? '')])
  expect(update.changes[0]?.lines).toEqual([
    { label: 'Address', before: 'hooks.slack.com', after: 'another one: hooks.slack.com' },
  ])
  expect(update.destinations).toHaveLength(1)
  expect(JSON.stringify(update)).not.toContain('services')
})

test('asks about an old place that gets more', () => {
  const url = 'https://a.test/in'
  expect(compare([calls(url, 'Hi')], [calls(url)]).destinations).toHaveLength(1)
})

test('asks about nothing where a text changes or a place leaves', () => {
  const room = { ...POST, fields: { room: '#tea', text: 'Hi' } }
  const { changes, destinations } = compare(
    [calls('https://a.test'), room],
    [{ ...room, fields: { room: '#tea', text: 'Ho' } }],
  )
  expect(changes.map(({ kind }) => kind)).toEqual(['changed', 'removed'])
  expect(destinations).toEqual([])
})

test('a condition is said before and after', () => {
  const only = (value: string) => {
    const condition = { ingredient: 'Webhooks.webRequest.Title', operator: 'contains' as const, value }
    const names = { actions: ['Matrix.postMessage'], ingredients: [] }
    return conditionsToCode({ kind: 'form', match: 'all', conditions: [condition] }, names)
  }
  const { changes } = compareVersions(versionOf([POST], only('tea')), versionOf([POST], only('cake')))
  expect(changes[0]?.lines).toEqual([
    { label: 'Condition', before: 'Only if Title contains “tea”', after: 'Only if Title contains “cake”' },
  ])
})

test('shows filter code that comes, and the place it may set', () => {
  const asked = { ...CALL, user_fields: { url: null } }
  const code = 'Webhooks.makeRequest.setUrl("https://evil.test")'
  const { changes, destinations } = compareVersions(versionOf([asked]), versionOf([asked], code))
  expect(changes).toEqual([
    { step: 'Filter code', kind: 'added', lines: [{ label: 'Code', before: null, after: code }] },
  ])
  expect(destinations).toMatchObject([{ value: 'wherever its filter code says' }])
})

const post = fc.record({ id: fc.integer({ min: 1, max: 6 }), room: fc.constantFrom('#tea', '#rum', '') })
const posts = fc.uniqueArray(post, { selector: ({ id }) => id, maxLength: 5 })
type Posts = { id: number; room: string }[]
const stepsOf = (given: Posts) => given.map(({ id, room }) => ({ ...POST, id, fields: { room, text: 'Hi' } }))
const ids = (given: Posts) => given.map(({ id }) => id)

test('the same steps in the same order differ in nothing, others do', () => {
  fc.assert(
    fc.property(posts, posts, (before, after) => {
      const { changes } = compare(stepsOf(before), stepsOf(after))
      expect(changes.length === 0).toBe(JSON.stringify(before) === JSON.stringify(after))
      expect(changes.filter(({ kind }) => kind === 'added')).toHaveLength(
        after.filter(({ id }) => !ids(before).includes(id)).length,
      )
    }),
  )
})

test('asks about each new place, in any order of steps', () => {
  fc.assert(
    fc.property(posts, posts, (before, after) => {
      const { destinations } = compare(stepsOf(before), stepsOf(after))
      const known = before.map(({ room }) => room)
      const wanted = after.filter(({ room }) => room !== '' && !known.includes(room))
      expect(destinations.map(({ key }) => key)).toEqual(ids(wanted).map((id) => `${id}.room`))
    }),
  )
})
