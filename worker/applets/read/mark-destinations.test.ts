import { expect, test } from 'vitest'
import { POST, versionOf } from './described-steps.fixture.ts'
import { fixedDestinations, markDestinations } from './fixed-destinations.ts'

const field = (slug: string, type: 'text' | 'url' | 'email' | 'textarea') => {
  return { slug, label: slug, type, destination: false, options: null, options_url: null }
}
const KNOWN = [field('link', 'url'), field('to', 'email'), field('target', 'text'), field('text', 'textarea')]
const step: typeof POST = {
  ...POST,
  module_name: 'acme',
  service_name: 'Acme',
  hosts: ['api.acme.test'],
  fields: {
    link: 'https://evil.test/in',
    to: 'eve@evil.test',
    target: 'https://api.acme.test/rooms/1',
    text: '{{Body}}',
  },
}
const marksOf = (given: Partial<typeof step>, known = KNOWN) =>
  markDestinations({ ...step, ...given }, known).flatMap(({ slug, destination }) => (destination ? [slug] : []))

test('a file without marks says where its addresses lead', () => {
  const { document, described } = versionOf([{ ...step, known: markDestinations(step, KNOWN) }])
  expect(fixedDestinations(document, described)).toMatchObject([
    { label: 'link', value: 'evil.test/in', outside: true, sent: 'the whole body of your requests' },
    { label: 'to', value: 'eve@evil.test', outside: false },
    { label: 'target', value: 'api.acme.test/rooms/1', outside: false },
  ])
})

test('an address in a field for texts is told as another host', () => {
  const fields = { target: 'https://evil.test/in' }
  const { document, described } = versionOf([{ ...step, fields, known: markDestinations({ ...step, fields }, KNOWN) }])
  expect(fixedDestinations(document, described)).toMatchObject([{ value: 'evil.test/in', outside: true }])
})

test.each([
  ['text around an address', 'See https://evil.test or eve@evil.test'],
  ['an ingredient', '{{Body}}'],
])('%s does not count', (_, target) => {
  expect(marksOf({ fields: { ...step.fields, target } })).toEqual(['link', 'to'])
})

test('marks, own services and fields of users decide first', () => {
  expect(marksOf({}, [{ ...field('room', 'text'), destination: true }, ...KNOWN])).toEqual(['room'])
  expect(marksOf({ module_name: 'slack' })).toEqual([])
  expect(marksOf({ user_fields: { link: '' }, fields: {} })).toEqual(['to'])
})
