import { expect, test } from 'vitest'
import type { SessionRow } from '../../../worker/contract/accounts/me.ts'
import { listed, sessionsReducer, type SessionsEvent, type SessionsState } from './sessions-flow.ts'

const row = (id: string, current = false): SessionRow => ({
  id,
  user_agent: null,
  created_at: 0,
  last_seen_at: 0,
  current,
})
const start = listed([row('here', true), row('phone'), row('work')])
const fold = (...events: SessionsEvent[]): SessionsState => events.reduce(sessionsReducer, start)
const idsOf = ({ sessions }: SessionsState) => sessions.map(({ id }) => id)

const one: SessionsEvent = { type: 'pressed', which: { kind: 'one', id: 'phone' } }
const others: SessionsEvent = { type: 'pressed', which: { kind: 'others' } }
const ended: SessionsEvent = { type: 'ended' }
const refused: SessionsEvent = { type: 'refused', message: 'No answer.' }

test('a session leaves the list once the server ended it', () => {
  expect(idsOf(fold(one))).toEqual(['here', 'phone', 'work'])
  expect(fold(one).kind).toBe('ending')
  expect(idsOf(fold(one, ended))).toEqual(['here', 'work'])
  expect(fold(one, ended).kind).toBe('idle')
})

test('ending all others keeps this device', () => {
  expect(idsOf(fold(others, ended))).toEqual(['here'])
})

test('a refusal keeps the list, says why and allows a retry', () => {
  expect(fold(one, refused)).toMatchObject({ kind: 'refused', message: 'No answer.', which: { kind: 'one' } })
  expect(idsOf(fold(one, refused))).toEqual(['here', 'phone', 'work'])
  expect(idsOf(fold(one, refused, others, ended))).toEqual(['here'])
})

test('ignores a press while a session is ending', () => {
  const busy = fold(one)
  expect(sessionsReducer(busy, others)).toBe(busy)
})

test('ignores a report when no session is ending', () => {
  const no = fold(one, refused)
  for (const event of [ended, refused]) {
    expect(sessionsReducer(start, event)).toBe(start)
    expect(sessionsReducer(no, event)).toBe(no)
  }
})
