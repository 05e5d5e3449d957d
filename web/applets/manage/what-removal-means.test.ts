import { expect, test } from 'vitest'
import { applet, viewer } from '../applet.fixture.ts'
import { initialState } from '../connect/flow/connect-state.ts'
import { whatRemovalMeans } from './what-removal-means.ts'

function archiving(
  of: { published: boolean; enabled_count: number },
  status: 'enabled_for_user' | 'disabled_for_user',
) {
  return whatRemovalMeans('archive', initialState(applet(of), viewer({ is_author: true, status })))
}

test('Archive names other users where some have the Applet', () => {
  const others = 'It stops running for you, and no one can find or connect it. Other users keep it. You can restore it.'
  expect(archiving({ published: true, enabled_count: 2 }, 'enabled_for_user')).toBe(others)
  expect(archiving({ published: true, enabled_count: 1 }, 'disabled_for_user')).toBe(others)
})

test('Archive names no other users where nobody else has it', () => {
  const alone = 'It stops running for you, and no one can find or connect it. You can restore it.'
  expect(archiving({ published: true, enabled_count: 1 }, 'enabled_for_user')).toBe(alone)
})

test('Archive of what is not published says nothing of others', () => {
  const own = 'It stops running for you. You can restore it.'
  expect(archiving({ published: false, enabled_count: 1 }, 'enabled_for_user')).toBe(own)
})

test('Delete promises to connect again only what is still public', () => {
  const deleting = (of: Parameters<typeof applet>[0]) => whatRemovalMeans('delete', initialState(applet(of), viewer()))
  expect(deleting({ published: true })).toMatch(/You can connect it again\.$/)
  const gone = /You cannot connect it again, because it is no longer public\.$/
  expect(deleting({ published: false })).toMatch(gone)
  expect(deleting({ published: true, taken_down: true })).toMatch(gone)
})
