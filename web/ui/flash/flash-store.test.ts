import { expect, test } from 'vitest'
import { FlashStore } from './flash-store.ts'

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
