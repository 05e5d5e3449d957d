import { expect, test } from 'vitest'
import { CONNECTION_NOT_UPDATED, failedTo, notRemoved, nowIs, REMOVAL } from './applet-words.ts'

const APPLET = { config_type: 'static' } as const
const CONNECTION = { config_type: 'dynamic' } as const

// §8-14 §D3.7-02
test('what could not be deleted or archived is named by its kind (§8, §D3.7)', () => {
  expect(notRemoved('delete', APPLET)).toBe('There was an error deleting this Applet')
  expect(notRemoved('archive', CONNECTION)).toBe('There was an error archiving this connection')
})

// §8-15 §D3.7-02
test('what was deleted or archived is named by its kind, with a capital (§8, §D3.7)', () => {
  expect(nowIs('deleted', APPLET)).toBe('Applet was deleted')
  expect(nowIs('archived', CONNECTION)).toBe('Connection was archived')
})

// §2.1-63 §2.1-64
test('the author reads Archive, Archiving, Archived; others Delete, Deleting, Deleted (§2.1)', () => {
  expect(REMOVAL.archive).toMatchObject({ label: 'Archive', busy: 'Archiving', done: 'Archived' })
  expect(REMOVAL.delete).toMatchObject({ label: 'Delete', busy: 'Deleting', done: 'Deleted' })
})

test('what failed on the connection page is said in the words of §8', () => {
  expect(failedTo('creating', APPLET)).toBe('There was an error creating the Applet')
  expect(failedTo('updating', APPLET)).toBe('There was an error updating this Applet')
  expect(failedTo('disabling', CONNECTION)).toBe('There was an error disabling this connection')
})

test('a connection that could not be updated says so with the spelling of the spec (§8)', () => {
  expect(CONNECTION_NOT_UPDATED).toBe('There was an error updating this connection. Please try agian later.')
})
