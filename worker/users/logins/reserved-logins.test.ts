import { expect, test } from 'vitest'
import { isReservedLogin } from './reserved-logins.ts'

test.each([
  'support',
  'Support',
  'SUPP0RT',
  'supp-ort',
  'support-2',
  '__admin__',
  'adm1n',
  'adrnin',
  'The-Admin-Team',
  'our_security',
  'billinghelp',
  'helpdesk24',
  'moderator',
  'official-ada',
  '0fficia1',
  'api',
  'login',
  'null',
  'Kundendienst',
  'seguridad',
  'soporte',
  'aide',
  'podderzhka',
  'switchyard',
  'Sw1tchyard',
  'svvitchyard',
  'switchyard-fan',
  'the_real_Switch-Yard',
])('%s is reserved', (login) => expect(isReservedLogin(login, 'Switchyard')).toBe(true))

test.each([
  'ada',
  'mira-lind',
  'apia',
  'supporter-of-ada',
  'adminton',
  'helpful-harry',
  'unofficial-ada',
  'theo',
  'switch',
  'yardley',
  'rootbeer',
  'nullarbor',
  'annapi',
  'teammate7',
])('%s is anyone’s', (login) => expect(isReservedLogin(login, 'Switchyard')).toBe(false))

test('a short product name is reserved alone, not inside of others', () => {
  expect(isReservedLogin('Flo', 'Flo')).toBe(true)
  expect(isReservedLogin('florence', 'Flo')).toBe(false)
})
