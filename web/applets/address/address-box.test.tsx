import { expect, test } from 'vitest'
import type { SecretAddress } from '../../../worker/contract/hooks/secret-address.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { AddressBox } from './address-box.tsx'

const html = (address: SecretAddress) =>
  htmlOf(<AddressBox appletId={3} kind="mail_address" address={address} onReplaced={() => {}} />)

test('shows the address to copy, and makes a new one', () => {
  const page = html({ kind: 'shown', address: 'abc@in.example.com' })
  expect(page).toMatch(/<input[^>]*readOnly=""[^>]*value="abc@in.example.com"/)
  expect(page).toContain('>Regenerate</button>')
})

test('says that an address can no longer be read', () => {
  expect(html({ kind: 'lost' })).toContain('Regenerate it to get a new one.')
})

test('says where no mail is received, and offers nothing', () => {
  const page = html({ kind: 'not_set_up' })
  expect(page).toContain('This site is not set up to receive email')
  expect(page).not.toContain('<button')
})
