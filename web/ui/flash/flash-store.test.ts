import { expect, test } from 'vitest'
import { FlashStore } from './flash-store.ts'

test('what is left of a message goes along to the next page', () => {
  const board = new FlashStore()
  board.showOnward({ message: 'Upgrade complete.', left: 3000 }, 10_000)
  expect(board.onwardAt(11_200)).toEqual({ message: 'Upgrade complete.', left: 1800 })
})

test('only a message still shown goes along', () => {
  const board = new FlashStore()
  board.show('success', 'one')
  expect(board.onwardAt(0)).toBeNull()
  board.showOnward({ message: 'two', left: 3000 }, 0)
  board.send({ type: 'elapsed', id: 2 })
  expect(board.onwardAt(100)).toBeNull()
  board.send({ type: 'dismissed', id: 2 })
  expect(board.onwardAt(100)).toBeNull()
})

test('the rest of a message is shown for what is left', () => {
  const board = new FlashStore()
  board.showOnward({ message: 'Upgrade complete.', left: 1800 }, 0)
  expect(board.get().items).toMatchObject([{ type: 'success', shownFor: 1800 }])
})

test('a subscriber hears each change until it unsubscribes', () => {
  const board = new FlashStore()
  const heard: string[] = []
  const leave = board.subscribe(() =>
    heard.push(
      board
        .get()
        .items.map(({ message }) => message)
        .join(),
    ),
  )
  board.show('success', 'one')
  board.show('danger', 'two')
  expect(heard).toEqual(['one', 'one,two'])
  board.set(board.get())
  leave()
  board.send({ type: 'dismissed', id: 1 })
  expect(heard).toEqual(['one', 'one,two'])
  expect(board.get().items).toMatchObject([{ id: 2, type: 'danger', message: 'two' }])
})
