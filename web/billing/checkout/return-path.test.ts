import { expect, test } from 'vitest'
import { returnPathFrom } from './return-path.ts'

// §2.3-16
test('the page that led to checkout is the one to return to (§2.3)', () => {
  expect(returnPathFrom('/applets/quiet-mentions?x=1')).toEqual({ keep: '/applets/quiet-mentions?x=1' })
})

// §2.3-17 §2.3-18
test.each(['/user/new', '/user/new?plan=pro', '/onboarding', '/onboarding/services'])(
  'a referrer that matches user/new or onboarding is not kept, nor is an older one (§2.3): %s',
  (path) => {
    expect(returnPathFrom(path)).toBe('forget')
  },
)

test.each([null, '/subscribe/pro', '/login?return_to=%2Fsubscribe%2Fpro', '/join', '/session/reset?return_to=%2F'])(
  'what only led here, and another site, change nothing: %s',
  (path) => {
    expect(returnPathFrom(path)).toBe('leave')
  },
)

test('a path that leaves our origin is never kept', () => {
  expect(returnPathFrom('https://evil.test/')).toBe('leave')
})
