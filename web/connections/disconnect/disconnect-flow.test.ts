import { expect, test } from 'vitest'
import { allListed, disconnectReducer, type DisconnectEvent, type DisconnectState } from './disconnect-flow.ts'
import { account } from '../connected-account.fixture.ts'

const [ada, work] = [account({ id: 'ada' }), account({ id: 'work' })]
const start = allListed([ada, work])
const fold = (...events: DisconnectEvent[]): DisconnectState => events.reduce(disconnectReducer, start)

const asked: DisconnectEvent = { type: 'asked', account: ada }
const cancelled: DisconnectEvent = { type: 'cancelled' }
const confirmed: DisconnectEvent = { type: 'confirmed' }
const disconnected: DisconnectEvent = { type: 'disconnected' }
const refused: DisconnectEvent = { type: 'refused', message: 'No answer.' }

test('an account leaves the list once the server disconnected it', () => {
  expect(fold(asked)).toMatchObject({ kind: 'asking', account: ada, message: null })
  expect(fold(asked, confirmed)).toMatchObject({ kind: 'disconnecting', connections: [ada, work] })
  expect(fold(asked, confirmed, disconnected)).toEqual(allListed([work]))
})

test('cancelling changes nothing', () => {
  expect(fold(asked, cancelled)).toEqual(start)
})

test('a refusal shows in the question, which stays open', () => {
  expect(fold(asked, confirmed, refused)).toMatchObject({ kind: 'asking', account: ada, message: 'No answer.' })
  expect(fold(asked, confirmed, refused, confirmed).kind).toBe('disconnecting')
  expect(fold(asked, confirmed, refused, cancelled)).toEqual(start)
})

test.each<[string, DisconnectState, DisconnectEvent[]]>([
  ['the list', start, [cancelled, confirmed, disconnected, refused]],
  ['the question', fold(asked), [{ type: 'asked', account: work }, disconnected, refused]],
  ['a disconnect under way', fold(asked, confirmed), [asked, cancelled, confirmed]],
])('%s ignores unrelated events', (_, state, events) => {
  for (const event of events) expect(disconnectReducer(state, event)).toBe(state)
})
