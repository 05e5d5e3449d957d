import { expect, test } from 'vitest'
import { returnPathFrom } from './return-path.ts'

// §2.3-16
test('keeps the page that led to checkout', () => {
  expect(returnPathFrom('/applets/quiet-mentions?x=1')).toEqual({ keep: '/applets/quiet-mentions?x=1' })
})

// §2.3-17
test.each(['/user/new', '/user/new?plan=pro', '/onboarding', '/onboarding/services'])(
  'forgets the kept path after the welcome page %s',
  (path) => {
    expect(returnPathFrom(path)).toBe('forget')
  },
)

test.each([null, '/subscribe/pro', '/login?return_to=%2Fsubscribe%2Fpro', '/join', '/session/reset?return_to=%2F'])(
  'keeps what is stored after the referrer %s',
  (path) => {
    expect(returnPathFrom(path)).toBe('leave')
  },
)

test('never keeps a path outside our origin', () => {
  expect(returnPathFrom('https://evil.test/')).toBe('leave')
})
