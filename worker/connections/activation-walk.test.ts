import { expect, test } from 'vitest'
import { nextActivationStep } from './activation-walk.ts'

const builtIn = new Set(['feeds'])
const having = (accounts: Record<string, number>) => new Map(Object.entries(accounts))

test('asks for the first missing service next', () => {
  const names = ['github', 'google_sheets', 'slack']
  expect(nextActivationStep({ names, builtIn, accounts: having({}) })).toEqual({
    next: 'github',
    step: 1,
    steps: 3,
    more: true,
  })
  expect(nextActivationStep({ names, builtIn, accounts: having({ github: 1, slack: 1 }) })).toEqual({
    next: 'google_sheets',
    step: 2,
    steps: 3,
    more: false,
  })
})

test('asks for nothing once all are connected', () => {
  expect(nextActivationStep({ names: ['github'], builtIn, accounts: having({ github: 2 }) }).next).toBeNull()
  expect(nextActivationStep({ names: [], builtIn, accounts: having({}) }).next).toBeNull()
})

test('skips built-in services and does not count them', () => {
  expect(nextActivationStep({ names: ['feeds', 'slack'], builtIn, accounts: having({}) })).toEqual({
    next: 'slack',
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
  const given = { names: ['github', 'google_sheets'], builtIn, reconnect: true }
  expect(nextActivationStep({ ...given, accounts: having({ github: 1, google_sheets: 1 }) })).toMatchObject({
    next: 'github',
    more: false,
  })
  expect(nextActivationStep({ ...given, accounts: having({ github: 1 }) })).toMatchObject({
    next: 'github',
    more: true,
  })
})
