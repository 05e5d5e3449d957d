import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, onBrand, parseColor, TEXT } from './brand-color.ts'

// §5-22
test('reads hex colors of 3, 4, 6 and 8 digits', () => {
  expect(parseColor('#0af')).toEqual([0, 170, 255])
  expect(parseColor('0AF')).toEqual([0, 170, 255])
  expect(parseColor('#0aff')).toEqual([0, 170, 255])
  expect(parseColor('#00aaff')).toEqual([0, 170, 255])
  expect(parseColor('#00aaff80')).toEqual([127, 212, 255])
})

// §5-22
test('reads rgb colors of 3 and 4 parts', () => {
  expect(parseColor('rgb(0, 170, 255)')).toEqual([0, 170, 255])
  expect(parseColor('rgba(0,170,255,1)')).toEqual([0, 170, 255])
  expect(parseColor('rgba(0, 170, 255, 0)')).toEqual([255, 255, 255])
  expect(parseColor('rgb(0 100% 400 / 50%)')).toEqual([128, 255, 255])
})

test('shows neutral slate for anything that is not a color', () => {
  for (const wrong of ['', '#12', '#12345', 'blue', 'rgb(1,2)', 'rgb(1,2,3,4,5)', 'rgb(a,b,c)', 'url(x)']) {
    expect(parseColor(wrong)).toBeUndefined()
    expect(onBrand(wrong)).toEqual({ background: '#454e59', tone: 'white' })
  }
})

test('keeps a color on which text is readable', () => {
  expect(onBrand('#222222')).toEqual({ background: '#222222', tone: 'white' })
  expect(onBrand('#ffd84d')).toEqual({ background: '#ffd84d', tone: 'ink' })
})

test('shifts a color on which no text is readable, slightly', () => {
  const grey = onBrand('#7a7a7a')
  expect(grey.background).not.toBe('#7a7a7a')
  expect(grey.tone).toBe('white')
  expect(contrastRatio(grey.background, '#7a7a7a')).toBeLessThan(1.1)
})

test('black on white is 21:1', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
})

test('text on any brand color reaches 4.5:1', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(part, part, part),
        part.map((grey) => [grey, grey, grey]),
      ),
      (rgb) => {
        const shown = onBrand(`rgb(${rgb.join(',')})`)
        expect(contrastRatio(shown.background, TEXT[shown.tone])).toBeGreaterThanOrEqual(4.5)
      },
    ),
    { numRuns: 2000 },
  )
})
