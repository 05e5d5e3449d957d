import { expect, test } from 'vitest'
import { CONNECTION_NOT_UPDATED, failedTo, notRemoved, nowIs, REMOVAL } from './applet-words.ts'

const APPLET = { config_type: 'static' } as const
const CONNECTION = { config_type: 'dynamic' } as const

// §8-14
test("a failed delete or archive names the Applet's kind", () => {
  expect(notRemoved('delete', APPLET)).toBe('There was an error deleting this Applet')
  expect(notRemoved('archive', CONNECTION)).toBe('There was an error archiving this connection')
})

// §8-15
test('a deleted or archived Applet is named by capitalized kind', () => {
  expect(nowIs('deleted', APPLET)).toBe('Applet was deleted')
  expect(nowIs('archived', CONNECTION)).toBe('Connection was archived')
})

// §2.1-63
test('authors read Archive, others Delete, in every tense', () => {
  expect(REMOVAL.archive).toMatchObject({ label: 'Archive', busy: 'Archiving', done: 'Archived' })
  expect(REMOVAL.delete).toMatchObject({ label: 'Delete', busy: 'Deleting', done: 'Deleted' })
})

test("a failure on the connection page uses the spec's words", () => {
  expect(failedTo('creating', APPLET)).toBe('There was an error creating the Applet')
  expect(failedTo('updating', APPLET)).toBe('There was an error updating this Applet')
  expect(failedTo('disabling', CONNECTION)).toBe('There was an error disabling this connection')
})

test("a failed connection update keeps the spec's spelling", () => {
  expect(CONNECTION_NOT_UPDATED).toBe('There was an error updating this connection. Please try agian later.')
})
