import { expect, test } from 'vitest'
import { isVisible } from './applet-visibility.ts'

test('hides drafts and archived Applets from everyone but author and users', () => {
  const stranger = { is_author: false, enablement: null }
  expect(isVisible({ ...stranger, published: true, archived: false })).toBe(true)
  expect(isVisible({ ...stranger, published: false, archived: false })).toBe(false)
  expect(isVisible({ ...stranger, published: true, archived: true })).toBe(false)
  expect(isVisible({ ...stranger, published: false, archived: true, is_author: true })).toBe(true)
  expect(isVisible({ ...stranger, published: false, archived: true, enablement: 'disabled' })).toBe(true)
})
