import { expect, test } from 'vitest'
import { nextActivationStep } from './activation-walk.ts'

const builtIn = new Set(['feeds'])
const having = (accounts: Record<string, number>) => new Map(Object.entries(accounts))

test('asks for the first missing service next', () => {
  const names = ['octoforge', 'sheetly', 'parley']
  expect(nextActivationStep({ names, builtIn, accounts: having({}) })).toEqual({
    next: 'octoforge',
    step: 1,
    steps: 3,
    more: true,
  })
  expect(nextActivationStep({ names, builtIn, accounts: having({ octoforge: 1, parley: 1 }) })).toEqual({
    next: 'sheetly',
    step: 2,
    steps: 3,
    more: false,
  })
})

test('asks for nothing once all are connected', () => {
  expect(nextActivationStep({ names: ['octoforge'], builtIn, accounts: having({ octoforge: 2 }) }).next).toBeNull()
  expect(nextActivationStep({ names: [], builtIn, accounts: having({}) }).next).toBeNull()
})

test('skips built-in services and does not count them', () => {
  expect(nextActivationStep({ names: ['feeds', 'parley'], builtIn, accounts: having({}) })).toEqual({
    next: 'parley',
    step: 1,
    steps: 1,
    more: false,
  })
  expect(nextActivationStep({ names: ['feeds'], builtIn, accounts: having({}), reconnect: true }).next).toBeNull()
})

test('asks for two accounts of a service named twice', () => {
  const names = ['mail', 'mail']
  expect(nextActivationStep({ names, builtIn, accounts: having({}) })).toMatchObject({
    next: 'mail',
    step: 1,
    more: true,
  })
  expect(nextActivationStep({ names, builtIn, accounts: having({ mail: 1 }) })).toMatchObject({
    next: 'mail',
    step: 2,
    more: false,
  })
  expect(nextActivationStep({ names, builtIn, accounts: having({ mail: 2 }) }).next).toBeNull()
})

test('asks for the first service on reconnect, then the rest', () => {
  const given = { names: ['octoforge', 'sheetly'], builtIn, reconnect: true }
  expect(nextActivationStep({ ...given, accounts: having({ octoforge: 1, sheetly: 1 }) })).toMatchObject({
    next: 'octoforge',
    more: false,
  })
  expect(nextActivationStep({ ...given, accounts: having({ octoforge: 1 }) })).toMatchObject({
    next: 'octoforge',
    more: true,
  })
})
