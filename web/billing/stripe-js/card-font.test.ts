import { expect, test } from 'vitest'
import { cardFontSize } from './card-font.ts'

// §9-27
test.each([
  [0, 14.4],
  [369, 14.4],
  [370, 16.8],
  [483, 16.8],
  [484, 19.2],
  [723, 19.2],
  [724, 21.6],
  [1443, 21.6],
  [1444, 22.2],
  [3000, 22.2],
])('at %d px wide, the card text measures %d px', (width, size) => {
  expect(cardFontSize(width)).toBe(size)
})
