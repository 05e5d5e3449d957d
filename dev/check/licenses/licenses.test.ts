import { expect, test } from 'vitest'
import type { Component } from '../../processes/write-sbom.ts'
import { checkLicenses } from './licenses.ts'

const BSD = 'Redistributions of source code must retain the notice.\nRedistributions in binary form must reproduce it.'
const shown = (name: string, licenses?: Component['licenses']): Component => ({
  'bom-ref': name,
  name,
  version: '1.0.0',
  properties: [],
  ...(licenses && { licenses }),
})
const NAMED = shown('named', [{ license: { id: 'MIT' } }])
const UNNAMED = shown('unnamed')
const under = (expression: string) => shown('other', [{ expression }])
const problemsOf = (component: Component, text: string | null = null) =>
  checkLicenses([NAMED, component], () => text).problems

test('counts the licenses of all components', () => {
  const { counts, problems } = checkLicenses([NAMED, NAMED, under('Apache-2.0'), UNNAMED], () => BSD)
  expect(Object.fromEntries(counts)).toEqual({ MIT: 2, 'Apache-2.0': 1, 'BSD-2-Clause': 1 })
  expect(problems).toEqual([])
})

test.each([
  ['no license and no text', UNNAMED, null],
  ['a text that nobody knows', UNNAMED, 'All rights reserved. Do not copy.'],
  ['an unnamed license', shown('odd', [{ license: {} }]), BSD],
])('refuses a component with %s', (_, component, text) => expect(problemsOf(component, text)).toHaveLength(1))

test.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN LICENSE', 'UNLICENSED', 'constructor'])(
  'refuses what is under %s',
  (expression) => expect(problemsOf(under(expression))).toEqual([`other 1.0.0 is under ${expression}.`]),
)

test.each(['MIT OR GPL-3.0-only', '(MIT OR Apache-2.0)', 'MIT AND ISC'])('allows %s', (expression) => {
  expect(problemsOf(under(expression))).toEqual([])
})
