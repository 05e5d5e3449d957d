import { expect, test } from 'vitest'
import { noticeFor, readNotices, withoutSaid } from './notice-rules.ts'

const nothing = { welcome: null, verifyLater: false }
const verified = { email_verified: true }
const unverified = { email_verified: false }

test('an unverified email is mentioned until verified or put off', () => {
  expect(noticeFor('/', nothing, unverified)).toBe('verifyEmail')
  expect(noticeFor('/', nothing, verified)).toBeNull()
  expect(noticeFor('/', { ...nothing, verifyLater: true }, unverified)).toBeNull()
})

test('the welcome to a plan comes first and stays until dismissed', () => {
  expect(noticeFor('/', { ...nothing, welcome: 'pro' }, verified)).toBe('welcome')
  expect(noticeFor('/', { ...nothing, welcome: 'pro' }, unverified)).toBe('welcome')
})

test('a page that says the same shows no notice of it', () => {
  expect(noticeFor('/settings', nothing, unverified)).toBeNull()
  expect(noticeFor('/verify_email', nothing, unverified)).toBeNull()
  expect(noticeFor('/settings/billing', { ...nothing, welcome: 'pro' }, verified)).toBeNull()
})

test.each(['/create', '/create/7', '/applets/star-to-sheet/edit'])('%s keeps its end free for its buttons', (path) => {
  expect(noticeFor(path, { ...nothing, welcome: 'pro' }, unverified)).toBeNull()
})

test('the billing page has welcomed, so no later page does', () => {
  const welcome = { ...nothing, welcome: 'pro' } as const
  expect(withoutSaid('/settings/billing', welcome)).toEqual(nothing)
  expect(withoutSaid('/my_applets', welcome)).toBe(welcome)
})

test('reads only what it wrote itself', () => {
  expect(readNotices('{"welcome":"pro","verifyLater":true}')).toEqual({ welcome: 'pro', verifyLater: true })
  for (const text of [null, '', '{', '[]', '"pro"', '{"welcome":"gold","verifyLater":1}'])
    expect(readNotices(text)).toEqual(nothing)
})
